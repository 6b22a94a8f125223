//! oneDNN 2, if it is installed: its reorders, on one thread. The library is opened at run
//! time, so that the benchmark builds without it.

use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::ptr::{null, null_mut};
use tiled_layout::ElementType;

#[cfg(unix)]
unsafe extern "C" {
    fn dlopen(file: *const c_char, flags: c_int) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
}

/// On other systems, no library is found.
#[cfg(not(unix))]
unsafe fn dlopen(_: *const c_char, _: c_int) -> *mut c_void {
    null_mut()
}
#[cfg(not(unix))]
unsafe fn dlsym(_: *mut c_void, _: *const c_char) -> *mut c_void {
    null_mut()
}

/// `RTLD_NOW | RTLD_GLOBAL`.
const NOW_AND_GLOBAL: c_int = 0x102;
/// `DNNL_ARG_FROM`, `DNNL_ARG_TO`.
const ARGUMENTS: [c_int; 2] = [1, 17];
/// `dnnl_cpu`.
const CPU: c_int = 1;
/// `dnnl_stream_default_flags`.
const DEFAULT_FLAGS: c_uint = 1;
/// The element types that are compared, with their `dnnl_data_type_t`.
const ELEMENTS: [(ElementType, c_int); 3] = [
    (ElementType::BF16, 2),
    (ElementType::F32, 3),
    (ElementType::S8, 5),
];
/// Larger than the number of any format tag.
const TAGS: c_int = 2000;
/// At least the size of `dnnl_memory_desc_t` in any release.
const DESCRIPTION: usize = 1024;

type Handle = *mut c_void;
type Status = c_int;
/// A memory descriptor, which only the library reads.
#[repr(C, align(16))]
struct Description([u8; DESCRIPTION]);

#[repr(C)]
struct Argument {
    number: c_int,
    memory: Handle,
}

/// The functions of the library, and an engine with a stream.
pub(crate) struct OneDnn {
    tag_name: unsafe extern "C" fn(c_int) -> *const c_char,
    describe: unsafe extern "C" fn(*mut Description, c_int, *const i64, c_int, c_int) -> Status,
    memory: unsafe extern "C" fn(*mut Handle, *const Description, Handle, *mut c_void) -> Status,
    plan: unsafe extern "C" fn(
        *mut Handle,
        *const Description,
        Handle,
        *const Description,
        Handle,
        *const c_void,
    ) -> Status,
    primitive: unsafe extern "C" fn(*mut Handle, Handle) -> Status,
    execute: unsafe extern "C" fn(Handle, Handle, c_int, *const Argument) -> Status,
    wait: unsafe extern "C" fn(Handle) -> Status,
    engine: Handle,
    stream: Handle,
}

/// A reorder between two buffers.
pub(crate) struct Reorder<'a> {
    library: &'a OneDnn,
    primitive: Handle,
    memories: [Handle; 2],
}

impl OneDnn {
    /// The library; `None` if it is not installed.
    #[expect(
        clippy::missing_transmute_annotations,
        reason = "the fields and variables have the types"
    )]
    pub(crate) fn open() -> Option<OneDnn> {
        // SAFETY: a name that ends with a zero.
        let library = unsafe { dlopen(c"libdnnl.so.2".as_ptr(), NOW_AND_GLOBAL) };
        if library.is_null() {
            return None;
        }
        let find = |name: &CStr| {
            // SAFETY: `library` is open, and the name ends with a zero.
            let found = unsafe { dlsym(library, name.as_ptr()) };
            (!found.is_null()).then_some(found)
        };
        macro_rules! function {
            ($name:literal) => {
                // SAFETY: the function has this type in all releases of version 2.
                unsafe { std::mem::transmute::<Handle, _>(find($name)?) }
            };
        }
        if let Some(found) = find(c"omp_set_num_threads") {
            // SAFETY: OpenMP's function, which has this type.
            let threads: unsafe extern "C" fn(c_int) = unsafe { std::mem::transmute(found) };
            // SAFETY: any number of threads is fine.
            unsafe { threads(1) }
        }
        let engine_of: unsafe extern "C" fn(*mut Handle, c_int, usize) -> Status =
            function!(c"dnnl_engine_create");
        let stream_of: unsafe extern "C" fn(*mut Handle, Handle, c_uint) -> Status =
            function!(c"dnnl_stream_create");
        let (mut engine, mut stream) = (null_mut(), null_mut());
        // SAFETY: it writes the engine to `engine`, where there is room for a handle.
        let status = unsafe { engine_of(&mut engine, CPU, 0) };
        assert_eq!(status, 0, "an engine of the processor");
        // SAFETY: it writes the stream to `stream`, where there is room for a handle; the
        // engine was made above.
        let status = unsafe { stream_of(&mut stream, engine, DEFAULT_FLAGS) };
        assert_eq!(status, 0, "a stream");
        Some(OneDnn {
            tag_name: function!(c"dnnl_fmt_tag2str"),
            describe: function!(c"dnnl_memory_desc_init_by_tag"),
            memory: function!(c"dnnl_memory_create"),
            plan: function!(c"dnnl_reorder_primitive_desc_create"),
            primitive: function!(c"dnnl_primitive_create"),
            execute: function!(c"dnnl_primitive_execute"),
            wait: function!(c"dnnl_stream_wait"),
            engine,
            stream,
        })
    }

    /// The number of a format tag, from its name.
    fn tag(&self, name: &str) -> Option<c_int> {
        (1..TAGS).find(|&tag| {
            // SAFETY: any number is fine.
            let text = unsafe { (self.tag_name)(tag) };
            // SAFETY: a constant text, which ends with a zero.
            let text = unsafe { CStr::from_ptr(text) };
            text.to_str() == Ok(name)
        })
    }

    /// The reorder between two buffers; `None` if oneDNN has none.
    ///
    /// # Safety
    ///
    /// The buffers are as long as the formats say, and live as long as the reorder.
    pub(crate) unsafe fn reorder(
        &self,
        element: ElementType,
        dims: &[usize],
        tags: [&str; 2],
        buffers: [*mut u8; 2],
    ) -> Option<Reorder<'_>> {
        let &(_, number) = ELEMENTS.iter().find(|(own, _)| *own == element)?;
        let extents: Vec<i64> = dims.iter().map(|&extent| extent as i64).collect();
        let mut sides = [const { Description([0; _]) }; 2];
        let mut memories = [null_mut(); 2];
        for (side, description) in sides.iter_mut().enumerate() {
            let (rank, tag) = (dims.len() as c_int, self.tag(tags[side])?);
            let extents = extents.as_ptr();
            // SAFETY:
            // - `Description` is larger than the structure that the function writes;
            // - `extents` has `rank` numbers; any element type and tag are fine.
            let status = unsafe { (self.describe)(description, rank, extents, number, tag) };
            if status != 0 {
                return None;
            }
            // SAFETY: the description was filled above; the caller's buffer is as long as it
            // says, and lives as long as the reorder; `engine` is what `open` made.
            let made = unsafe {
                (self.memory)(
                    &mut memories[side],
                    description,
                    self.engine,
                    buffers[side].cast(),
                )
            };
            if made != 0 {
                return None;
            }
        }
        let (mut plan, mut primitive) = (null_mut(), null_mut());
        let [src, dst] = &sides;
        // SAFETY: both descriptions were filled above, `engine` is what `open` made, and there
        // is room for a handle in `plan`; no attributes are fine.
        let status = unsafe { (self.plan)(&mut plan, src, self.engine, dst, self.engine, null()) };
        if status != 0 {
            return None;
        }
        // SAFETY: the plan was made above; there is room for a handle in `primitive`.
        let status = unsafe { (self.primitive)(&mut primitive, plan) };
        (status == 0).then_some(Reorder {
            library: self,
            primitive,
            memories,
        })
    }
}

impl Reorder<'_> {
    /// Runs the reorder and waits for its end.
    pub(crate) fn run(&self) {
        let [from, to] = [0, 1].map(|side| Argument {
            number: ARGUMENTS[side],
            memory: self.memories[side],
        });
        let (library, arguments) = (self.library, [from, to]);
        let (stream, arguments) = (library.stream, arguments.as_ptr());
        // SAFETY:
        // - `reorder` made the primitive and its memories, and `open` the stream;
        // - `arguments` points to two, which live to the end of this function;
        // - the memories' buffers are as long as their formats say: the caller of `reorder`
        //   promised it, and keeps them.
        let status = unsafe { (library.execute)(self.primitive, stream, 2, arguments) };
        // SAFETY: `open` made the stream.
        let waited = unsafe { (library.wait)(library.stream) };
        assert_eq!((status, waited), (0, 0), "a reorder");
    }
}
