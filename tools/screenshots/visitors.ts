import { z } from 'zod';
import { sessionReply, chatReply, type FeedbackRequest } from '../../server/contract/chat.ts';

/** Questions of a museum's visitors, some of which no page answers. */
const conversations: { questions: string[]; feedback?: FeedbackRequest['feedback'] }[] = [
  { questions: ['When is the museum open on Thursday evenings?', 'Is it open on Mondays?'] },
  { questions: ['How much does a family ticket cost?'], feedback: 'up' },
  { questions: ['Can I return something I bought in the online shop?'], feedback: 'up' },
  { questions: ['Where can I park a camper van?'] },
  { questions: ['Is there a cloakroom for large bags?'], feedback: 'up' },
  { questions: ['Can we celebrate a wedding in the museum?'] },
  { questions: ['Do you lend electric wheelchairs?'], feedback: 'down' },
  { questions: ['Is there a swimming pool nearby?'] },
  { questions: ['Who repaired the chronometer?', 'How long did the repair take?'] },
  { questions: ['May I take photographs with a tripod?'], feedback: 'up' },
  { questions: ['What does the membership include?'] },
  { questions: ['Which dinosaurs do you show?'] },
  { questions: ['Are dogs allowed in the galleries?'] },
  { questions: ['How do I get to the museum by train?'], feedback: 'up' },
];

async function call(url: string, headers: Record<string, string>, body?: object): Promise<unknown> {
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    signal: AbortSignal.timeout(60_000),
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${url} answers ${response.status}: ${await response.text()}`);
  return response.json();
}

/** Holds conversations with a site as its visitors do. */
export async function visit(site: string): Promise<void> {
  const api = `${site}/wp-json/itih/v1`;
  for (const { questions, feedback } of conversations) {
    const { nonce } = sessionReply.parse(await call(`${api}/session`, {}));
    let headers: Record<string, string> = { 'x-wp-nonce': nonce };
    let session: { session_id: string } | undefined;
    for (const message of questions) {
      const reply = chatReply.parse(
        await call(`${api}/chat/sync`, headers, { message, ...session }),
      );
      const { session_id, session_secret, message_id } = reply;
      session = { session_id };
      if (session_secret) headers = { ...headers, 'x-itih-secret': session_secret };
      if (!feedback) continue;
      const updated = await call(`${api}/feedback`, headers, { message_id, session_id, feedback });
      z.object({ updated: z.literal(1) }).parse(updated);
    }
  }
}
