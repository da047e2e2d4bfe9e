import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { hashBody, signAnswer, signatureHeaders, streamedBody } from '../wordpress/signature.ts';

/**
 * Signs the answer to a verified call, so that the plugin tells this sidecar from any other program at its address: a
 * whole answer with the hash of its body, a stream, whose head is written before its end, by that head alone.
 */
export function signAnswers(response: ServerResponse, callId: string, key: Uint8Array): void {
  const end = response.end.bind(response) as (...rest: unknown[]) => ServerResponse;
  const writeHead = response.writeHead.bind(response);

  function sign(bodyHash: string): void {
    const contentType = String(response.getHeader('Content-Type') ?? '');
    const answer = { callId, status: response.statusCode, contentType, bodyHash };
    response.setHeader(signatureHeaders.bodyHash, bodyHash);
    response.setHeader(signatureHeaders.signature, signAnswer(answer, key));
  }

  response.end = (...rest: unknown[]) => {
    const [body] = rest;
    const isBody = typeof body === 'string' || body instanceof Uint8Array;
    if (!response.headersSent) sign(hashBody(isBody ? body : ''));
    return end(...rest);
  };
  // Node calls it, too, when an answer ends or is written to.
  response.writeHead = (status: number, ...rest: unknown[]) => {
    response.statusCode = status;
    const headers = rest.at(-1) as OutgoingHttpHeaders | undefined;
    for (const [name, value] of Object.entries(headers ?? {})) response.setHeader(name, value!);
    if (!response.hasHeader(signatureHeaders.signature)) sign(streamedBody);
    return writeHead(status);
  };
}
