/** A sample story, written for this project. */
interface Story {
  slug: string;
  title: string;
  text: string;
}

/** A story of a language's second outlet: its own, or an event that the first outlet reports too. */
interface SecondStory {
  slug: string;
  title: string;
  /** Slug of the first outlet's story about the same event. */
  sameEventAs?: string;
  /** Absent when both outlets print the same agency report. */
  text?: string;
}

/** All stories of one category in one language. */
export interface CategoryStories {
  first: Story[];
  second: SecondStory[];
}
