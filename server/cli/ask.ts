import { AppError } from '../errors/app-error.ts';
import { collectReply } from '../chat/reply.ts';
import type { Services } from '../composition/services.ts';
import { plain } from './plain.ts';
import type { SiteChoice } from '../config/config.ts';
import { withServices } from './with-services.ts';

export interface AskOptions extends SiteChoice {
  json?: true;
}

/** Stored as the page of the question, so that owners recognise these conversations. */
const page = 'itih ask';

function turn({ answer, log }: Services, message: string, signal: AbortSignal) {
  const question = {
    message,
    sessionId: '',
    sessionSecret: '',
    pageUrl: page,
    locale: '',
    ipHash: '',
  };
  return answer(question, { signal, log });
}

async function stream(services: Services, message: string, signal: AbortSignal): Promise<void> {
  for await (const event of turn(services, message, signal)) {
    switch (event.type) {
      case 'delta':
        process.stdout.write(plain(event.content));
        break;
      case 'citations':
        process.stdout.write('\n');
        for (const { n, title, url } of event.sources) {
          process.stdout.write(plain(`\n[${n}] ${title} ${url}`));
        }
        break;
      case 'closest':
        for (const { title, url } of event.pages)
          process.stdout.write(plain(`\n- ${title} ${url}`));
        break;
      case 'error':
        throw new AppError(event.code, { message: event.message });
      case 'done':
        process.stdout.write('\n');
        console.error(`\n${event.model} · ${event.finish_reason} · ${event.ms} ms`);
        break;
      case 'meta':
      case 'reasoning':
      case 'tool':
      case 'status':
      case 'next_questions':
      case 'offer_mail':
        break;
      default:
        event satisfies never;
    }
  }
}

/** `itih ask`: runs a whole turn and stores it like any other. */
export const askCommand = (question: string, { json, ...site }: AskOptions): Promise<void> =>
  withServices(site, async (services, signal) => {
    if (!json) return stream(services, question, signal);
    console.log(JSON.stringify(await collectReply(turn(services, question, signal)), null, 2));
  });
