/** A sample story, written for this project. */
interface Story {
  slug: string;
  title: string;
  text: string;
}

/** What the second outlet of a language prints: its own stories, and some of the first one's. */
interface SecondStory {
  slug: string;
  title: string;
  /** Slug of the first outlet's story about the same event. */
  tells?: string;
  /** Missing where both print the same agency report. */
  text?: string;
}

/** All stories of one category in one language. */
export interface Desk {
  first: Story[];
  second: SecondStory[];
}
