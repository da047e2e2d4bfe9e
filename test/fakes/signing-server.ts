import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { signAnswers } from '../../server/http/sign-answers.ts';
import { signingKey } from '../../server/wordpress/signature.ts';

/** Makes a program with a site's secret, which signs all its answers as a sidecar does and verifies no call. */
export function signingServer(
  site: { secret: string; id: string },
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Server {
  const key = signingKey(site.secret, site.id);
  return createServer((request, response) => {
    const { 'x-itih-call': call, 'x-itih-identity': identity } = request.headers;
    const isHandedOver = String(identity).includes('&handed_over=1');
    if (!isHandedOver) signAnswers(response, String(call), key);
    answer(request, response);
  });
}
