// mistakes: 6
use tiled_layout::__private::{
    Attribute, Attributes, Dims2, DimsList, Order2, PadWord, Section, TileEntries, Tiles,
};
use tiled_layout::{Dims, PaddingValue, StaticLayout};

/// Says that two dimensions are three.
struct Mine;

impl DimsList<2> for Mine {
    const DIMS: &'static Dims = <tiled_layout::__private::Dims3<3, 5, 7> as DimsList<3>>::DIMS;
}

impl TileEntries for Mine {
    const ENTRIES: &'static [usize] = &[2, 2];
    type Array<E, T, A> = StaticLayout<E, 2, Dims2<2, 3>, Order2<1, 0>, T, A>;
}

impl Tiles for Mine {
    const TILES: &'static [&'static [usize]] = &[&[2, 2]];
    type OneTile<E, A> = StaticLayout<E, 2, Dims2<2, 3>, Order2<1, 0>, (), A>;
}

impl Attribute for Mine {
    const SECTION: Section = Section::Align(1);
    type OfTile<Rest: Attributes> = Rest;
    type WidthOr<W> = W;
}

impl Attributes for Mine {
    const SECTIONS: &'static [Section] = &[];
    type After<First: Attribute> = (First,);
    type OfTile = ();
    type Width = ();
}

impl PadWord for Mine {
    const VALUE: PaddingValue = PaddingValue::Zero;
}

fn main() {
    println!("{:?}", Dims2::<3, 5>::DIMS);
}
