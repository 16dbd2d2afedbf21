// Three texts to try the detector on. The human one is from Jerome K. Jerome, “Three Men in a Boat” (1889), which is in
// the public domain; the other was written by a language model for this page.
const human = [
  "I remember going to the British Museum one day to read up the treatment for some slight ailment of which I had a touch—hay fever, I fancy it was. I got down the book, and read all I came to read; and then, in an unthinking moment, I idly turned the leaves, and began to indolently study diseases, generally. I forget which was the first distemper I plunged into—some fearful, devastating scourge, I know—and, before I had glanced half down the list of “premonitory symptoms,” it was borne in upon me that I had fairly got it.",
  "I sat for awhile, frozen with horror; and then, in the listlessness of despair, I again turned over the pages. I came to typhoid fever—read the symptoms—discovered that I had typhoid fever, must have had it for months without knowing it—wondered what else I had got; turned up St. Vitus’s Dance—found, as I expected, that I had that too,—began to get interested in my case, and determined to sift it to the bottom, and so started alphabetically—read up ague, and learnt that I was sickening for it, and that the acute stage would commence in about another fortnight.",
].join("\n\n");

const machine = [
  "Community gardens play a vital role in fostering stronger, more resilient neighborhoods. By transforming unused spaces into vibrant green areas, they provide residents with access to fresh produce, opportunities for physical activity, and a meaningful connection to nature. Moreover, these shared spaces encourage collaboration among people of diverse backgrounds, helping to build trust and a sense of belonging.",
  "In addition to their social benefits, community gardens offer significant environmental advantages. They improve air quality, support local biodiversity, and help mitigate the urban heat island effect. Furthermore, gardening serves as a valuable educational tool, enabling children and adults alike to learn about sustainability, nutrition, and the importance of responsible stewardship.",
  "Ultimately, investing in community gardens is not just about growing food; it is about cultivating a healthier and more inclusive future. By working together, local governments, organizations, and residents can ensure that these essential spaces continue to thrive for generations to come.",
].join("\n\n");

export const examples = { human, machine, mixed: `${human}\n\n${machine}` } as const;
