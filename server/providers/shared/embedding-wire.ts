/** The fields that are read of the reply. https://developers.openai.com/api/reference/resources/embeddings */
interface EmbeddingReply {
  data?: readonly ({ index?: number; embedding?: unknown } | null)[] | null;
}

/** Returns the vectors of a reply in OpenAI's form, by their `index`: they may come in any order. */
export function vectorsInOrder(reply: unknown): unknown[] | undefined {
  const data = (reply as EmbeddingReply | null | undefined)?.data;
  if (!Array.isArray(data)) return undefined;
  const ordered = new Array<unknown>(data.length).fill(undefined);
  for (const [position, entry] of (data as NonNullable<EmbeddingReply['data']>).entries()) {
    const index = entry?.index ?? position;
    if (index in ordered) ordered[index] = entry?.embedding;
  }
  return ordered;
}
