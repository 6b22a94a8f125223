//! `Template`: a layout's type without its dimensions.

use core::marker::PhantomData;

use layout_core::spec::element_type::ElementMarker;
use layout_core::spec::validate::{self, Findings};
use layout_core::spec::{Dims, Spec, Tile};

use super::params::{self, DimsList, Params, SectionList, TileParams};

/// A layout's type without its dimensions. Layouts that differ only in their dimensions
/// share it, so that it is evaluated once for all of them.
pub(crate) struct Template<E, const RANK: usize, O, T, A>(PhantomData<(E, O, T, A)>);

/// The template of a layout with the parameters `P`.
pub(crate) type TemplateOf<P, const RANK: usize> = Template<
    <P as Params<RANK>>::Element,
    RANK,
    <P as Params<RANK>>::Order,
    <P as Params<RANK>>::TileParams,
    <P as Params<RANK>>::SectionList,
>;

impl<E, const RANK: usize, O, T, A> Template<E, RANK, O, T, A>
where
    E: ElementMarker,
    O: DimsList<RANK>,
    T: TileParams,
    A: SectionList,
{
    /// The layout of an array whose dimensions are 1.
    pub(crate) const SPEC: Spec = {
        let mut spec = Spec::new(E::TYPE, Dims::filled(1, RANK));
        spec.minor_to_major = params::numbers::<RANK, O>();
        let mut t = 0;
        while t < T::TILES.len() {
            spec.tiles.push(Tile::from_slice(T::TILES[t]));
            t += 1;
        }
        let mut a = 0;
        while a < A::SECTIONS.len() {
            A::SECTIONS[a].add_to(&mut spec);
            a += 1;
        }
        spec
    };

    /// True if the parts that do not depend on the dimensions are valid.
    pub(crate) const IS_VALID: bool = {
        let mut findings = Findings::EMPTY;
        validate::check_structure(&Self::SPEC, &mut findings);
        findings.list.is_empty()
    };
}
