//! Shardy's texts, worked by hand.

use tiled_layout::xla::shards::Mesh;

fn sharding(mesh: &str, text: &str) -> String {
    Mesh::parse(mesh)
        .unwrap()
        .sharding(text)
        .unwrap()
        .to_string()
}

#[test]
fn axes_become_tiles() {
    let mesh = r#"sdy.mesh @m = <["a"=2, "b"=3, "c"=4]>"#;
    for (text, expected) in [
        (
            r#"<@m, [{"c", "a"}, {"b"}]>"#,
            "{devices=[8,3]<=[6,4]T(1,0)}",
        ),
        (
            r#"<@m, [{"a", "c"}, {"b"}]>"#,
            "{devices=[8,3]<=[2,3,4]T(0,2,1)}",
        ),
        (
            r#"<@m, [{"b", ?}p1, {?}]>"#,
            "{devices=[3,1,8]<=[2,3,4]T(1,0,2) last_tile_dim_replicate}",
        ),
        // The major half of `c`, then the minor half of it.
        (
            r#"<@m, [{"c":(1)2}]>"#,
            "{devices=[2,12]<=[6,2,2]T(1,0,2) last_tile_dim_replicate}",
        ),
        (
            r#"<@m, [{"c":(2)2}]>"#,
            "{devices=[2,12]<=[12,2]T(1,0) last_tile_dim_replicate}",
        ),
        (
            r#"<@m, [{"c":(2)2}, {"c":(1)2}], replicated={"b"}, unreduced={"a"}>"#,
            "{devices=[2,2,2,3]<=[6,2,2]T(2,1,0) last_tile_dims={unreduced, replicated}}",
        ),
        (r#"<@m, []>"#, "{replicated}"),
    ] {
        assert_eq!(
            sharding(mesh, &format!("#sdy.sharding{text}")),
            expected,
            "{text}"
        );
    }
}

#[test]
fn devices_of_a_mesh_are_listed() {
    let mesh = r#"sdy.mesh @m = <["x"=2, "y"=2], device_ids=[3, 1, 2, 0]>"#;
    assert_eq!(
        sharding(mesh, r#"<@m, [{"y"}, {"x"}]>"#),
        "{devices=[2,2]3,2,1,0}"
    );
    assert_eq!(
        sharding("sdy.mesh @m = <[], device_ids=[5]>", "<@m, []>"),
        "{maximal device=5}"
    );
    assert_eq!(sharding("<[]>", "<@empty_mesh, [{}, {}]>"), "{replicated}");
    let inline = r#"#sdy.sharding<mesh<["x"=3]>, [{"x"}]>"#;
    assert_eq!(sharding("<[]>", inline), "{devices=[3]<=[3]}");
}

#[test]
fn mistakes_are_refused() {
    let mesh = Mesh::parse(r#"sdy.mesh @m = <["x"=4, "y"=2]>"#).unwrap();
    let twice = "an axis, or a part of it, is used twice";
    let part = "no such part of an axis of 4";
    let many = format!("<@m, [{}{{}}]>", "{}, ".repeat(12));
    for (text, words) in [
        ("", "expected `<`"),
        ("#sdy.sharding", "expected `<`"),
        (
            r#"<@other, [{"x"}]>"#,
            "the sharding is on a mesh of another name",
        ),
        (r#"<@m, [{"z"}]>"#, "the mesh has no such axis"),
        (r#"<@m, [{"x"}, {"x"}]>"#, twice),
        (r#"<@m, [{"x":(1)2}, {"x":(1)4}]>"#, twice),
        (r#"<@m, [{"x":(2)4}]>"#, part),
        (r#"<@m, [{"x":(0)4}]>"#, part),
        (r#"<@m, [{"x":(3)1}]>"#, part),
        (r#"<@m, [{"x"}]"#, "expected"),
        (r#"<@m, [{"x]>"#, "expected"),
        (r#"<@m, [{"x"}], else={"y"}>"#, "not a type of a subgroup"),
        (&many, "a sharding has at most 16 dimensions"),
    ] {
        let error = mesh.sharding(text).unwrap_err().to_string();
        assert!(error.starts_with(words), "{text}: {error}");
    }
    for text in [
        "",
        r#"<["x"=0]>"#,
        r#"<["x"=2, "x"=2]>"#,
        r#"<["x"=99999999999999999999]>"#,
        r#"<["x"=4294967296, "y"=4294967296]>"#,
        r#"<["x"=2], device_ids=[0]>"#,
        r#"<["x"=2], device_ids=[0, 0]>"#,
        r#"<["x"=2]> or else"#,
    ] {
        assert!(Mesh::parse(text).is_err(), "{text}");
    }
}

#[test]
fn groups_of_devices() {
    use tiled_layout::xla::shards::{Sharding, Subgroup};

    for (text, groups, agree) in [
        ("{devices=[2,1]0,1}", &[][..], true),
        ("{replicated}", &[], true),
        ("{maximal device=3}", &[], true),
        (
            "{devices=[2,2,2,3]<=[24] last_tile_dims={unreduced, replicated}}",
            &[(Subgroup::Unreduced, 2), (Subgroup::Replicated, 3)],
            false,
        ),
    ] {
        let sharding: Sharding = text.parse().unwrap();
        assert_eq!(sharding.subgroups().collect::<Vec<_>>(), groups, "{text}");
        assert_eq!(sharding.replicas_agree(), agree, "{text}");
    }
    assert!("{devices=[2,1]0}".parse::<Sharding>().is_err());
    // A brace in a string ends nothing.
    let named = r#"{devices=[2]0,1 metadata={op_name="a}"}}"#;
    assert!(named.parse::<Sharding>().is_ok());
}

#[test]
fn axes_of_a_mesh() {
    let mesh = Mesh::parse(r#"sdy.mesh @m = <["a"=2, "b"=3]>"#).unwrap();
    assert!(mesh.axes().eq([("a", 2), ("b", 3)]));
}
