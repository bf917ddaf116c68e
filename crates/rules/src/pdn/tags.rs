use crate::Place;

/// The tags of a game in their order: `[Event "…"]`. Upper and lower case in names are the same.
#[derive(Clone, Debug, Default)]
pub struct Tags(Vec<Tag>);

#[derive(Clone, Debug)]
struct Tag {
    name: String,
    value: String,
    /// Where the value begins, if it was read.
    place: Place,
}

impl Tags {
    /// The value of a tag, the first of this name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.find(name).map(|tag| tag.value.as_str())
    }

    /// Where the value of a tag was read.
    pub(super) fn place(&self, name: &str) -> Place {
        self.find(name).map_or(Place::START, |tag| tag.place)
    }

    fn find(&self, name: &str) -> Option<&Tag> {
        self.0.iter().find(|tag| tag.name.eq_ignore_ascii_case(name))
    }

    /// Sets a tag, in its old place or at the end. Characters that a name cannot have are left out; control
    /// characters in the value become blanks.
    ///
    /// ```
    /// let mut tags = bashni_rules::pdn::Tags::default();
    /// tags.set("Event", "one\ntwo");
    /// assert_eq!(tags.get("event"), Some("one two"));
    /// ```
    pub fn set(&mut self, name: &str, value: &str) {
        let value = cleaned(value);
        match self.0.iter_mut().find(|tag| tag.name.eq_ignore_ascii_case(name)) {
            Some(tag) => tag.value = value,
            None => self.push(name, &value, Place::START),
        }
    }

    /// Adds a tag at the end, even if there is one of this name.
    pub(super) fn push(&mut self, name: &str, value: &str, place: Place) {
        let name = name.chars().filter(|&c| is_name_character(c)).collect();
        self.0.push(Tag { name, value: cleaned(value), place });
    }

    /// Removes all tags of this name.
    pub fn remove(&mut self, name: &str) {
        self.0.retain(|tag| !tag.name.eq_ignore_ascii_case(name));
    }

    /// Names and values in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|tag| (tag.name.as_str(), tag.value.as_str()))
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What was said of White is said of Black (`White`, `WhiteTime`, …), and the other way round.
    pub(super) fn exchange_colors(&mut self) {
        for Tag { name, .. } in &mut self.0 {
            // Names are ASCII, and upper and lower case are the same.
            let (color, rest) = name.split_at(name.len().min(5));
            if color.eq_ignore_ascii_case("White") {
                *name = format!("Black{rest}");
            } else if color.eq_ignore_ascii_case("Black") {
                *name = format!("White{rest}");
            }
        }
    }
}

/// Tags are equal if they say the same, wherever they stand in a file.
impl PartialEq for Tags {
    fn eq(&self, other: &Tags) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Tags {}

pub(super) fn is_name_character(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

fn cleaned(value: &str) -> String {
    value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
