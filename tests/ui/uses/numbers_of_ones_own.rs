// mistakes: 6
use tiled_layout::__private::{
    Attribute, Attributes, Dims2, DimsList, PadWord, Section, TileEntries, Tiles,
};
use tiled_layout::{Dims, PaddingValue};

/// Says that two dimensions are three.
struct Mine;

impl DimsList<2> for Mine {
    const DIMS: &'static Dims = <tiled_layout::__private::Dims3<3, 5, 7> as DimsList<3>>::DIMS;
}

impl TileEntries for Mine {
    const ENTRIES: &'static [usize] = &[2, 2];
}

impl Tiles for Mine {
    const TILES: &'static [&'static [usize]] = &[&[2, 2]];
}

impl Attribute for Mine {
    const SECTION: Section = Section::Align(1);
}

impl Attributes for Mine {
    const SECTIONS: &'static [Section] = &[];
}

impl PadWord for Mine {
    const VALUE: PaddingValue = PaddingValue::Zero;
}

fn main() {
    println!("{:?}", Dims2::<3, 5>::DIMS);
}
