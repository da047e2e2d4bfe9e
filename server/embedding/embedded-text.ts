/** Title and headings belong to what a chunk means: "Opening hours" says more than "10 to 6". */
export const embeddedText = (title: string, chunk: { headingPath: string; content: string }) =>
  [title, chunk.headingPath, chunk.content].filter((part) => part !== '').join('\n');
