/** Whether a server has answered as a whole although a stream was asked for. */
export const isWhole = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('application/json') === true;

/** Returns a whole answer as a stream of one event. */
export const asStream = (body: unknown): Response =>
  new Response(`data: ${JSON.stringify(body)}\n\ndata: [DONE]\n\n`);
