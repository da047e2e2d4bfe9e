/** Hostile words in mails to the owner, as WordPress and its PHPMailer write them: headers, recipients, type and body. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { mailAddresses, mailWords, thief } from '../../injection/mails.ts';
import { pluginComplaints, runPhp, stack } from '../../stack.ts';

interface Sent {
  status: number;
  /** Every mail as it would go out. */
  mails: { to: string[]; subject: string; body: string; replyTo: string[]; mime: string }[];
}

const desk = 'desk@example.org';
const ada = 'ada@example.org';
const php = (value: unknown) =>
  `json_decode( base64_decode( '${Buffer.from(JSON.stringify(value)).toString('base64')}' ), true )`;

/**
 * Gives the bodies to a bridge's function, beside a plugin that makes mails HTML. PHPMailer writes each mail, and keeps
 * it instead of sending it.
 */
const send = (handler: string, bodies: readonly object[]) =>
  runPhp<Sent[]>(`
    require_once ABSPATH . WPINC . '/PHPMailer/PHPMailer.php';
    require_once ABSPATH . WPINC . '/PHPMailer/SMTP.php';
    require_once ABSPATH . WPINC . '/PHPMailer/Exception.php';
    $GLOBALS['phpmailer'] = new class( true ) extends PHPMailer\\PHPMailer\\PHPMailer {
      public $kept = array();
      public function postSend() {
        $this->kept[] = array(
          'to'      => array_keys( $this->all_recipients ),
          'subject' => $this->Subject,
          'body'    => $this->Body,
          'replyTo' => array_column( array_values( $this->getReplyToAddresses() ), 0 ),
          'mime'    => $this->getSentMIMEMessage(),
        );
        return true;
      }
    };
    add_filter( 'wp_mail_content_type', fn() => 'text/html' );
    add_filter( 'wp_mail_from', fn() => 'site@example.org' );
    add_filter( 'pre_option_blogname', fn() => 'Harbour' );
    add_filter( 'option_itih_settings', fn( $stored ) => array_replace_recursive( (array) $stored, array( 'chat' => array( 'mail_to' => '${desk}' ) ) ) );
    add_filter( 'default_option_itih_settings', fn() => array( 'chat' => array( 'mail_to' => '${desk}' ) ) );
    return array_map( function ( $body ) {
      $GLOBALS['phpmailer']->kept = array();
      $request = new WP_REST_Request( 'POST' );
      $request->set_header( 'Content-Type', 'application/json' );
      $request->set_body( wp_json_encode( $body ) );
      $reply  = Itih\\RagChat\\${handler}( $request );
      $status = is_wp_error( $reply ) ? $reply->get_error_data()['status'] : $reply->get_status();
      return array( 'status' => $status, 'mails' => $GLOBALS['phpmailer']->kept );
    }, ${php(bodies)} );`);

/** Names of the headers, but for the one that PHPMailer leaves out of a mail in ASCII. */
const headersOf = (mime: string) =>
  mime
    .split(/\r?\n\r?\n/)[0]!
    .split(/\r?\n(?![ \t])/)
    .map((line) => line.split(':')[0]!)
    .filter((name) => name !== 'Content-Transfer-Encoding')
    .sort();

const ofNotice = 'Content-Type,Date,From,MIME-Version,Message-ID,Subject,To,X-Mailer'.split(',');
const headers = [...ofNotice, 'Reply-To'].sort();
const conversation = { email: ada, note: '', page_url: '', turns: [] };

describe('words of a visitor or a page', () => {
  const named = Object.entries(mailWords);
  let sent: Sent[];
  beforeAll(async () => {
    const bodies = named.map(([, words]) => ({
      ...conversation,
      note: words,
      page_url: `${stack().url}/${words}`,
      turns: [
        { role: 'user', content: words },
        { role: 'assistant', content: `It says ${words}` },
        { role: `user\r\nBcc: ${thief}`, content: words },
      ],
      // Nothing that the contract does not name.
      ...{ to: thief, cc: thief, headers: [`Bcc: ${thief}`], subject: words },
    }));
    sent = await send('bridge_mail_conversation', bodies);
  });

  test.each(named.map(([name, words], at) => ({ name, words, at })))(
    'with $name are text in one mail to the owner',
    ({ words, at }) => {
      expect(sent[at]).toMatchObject({ status: 200, mails: [{ to: [desk], replyTo: [ada] }] });
      expect(sent[at]?.mails).toHaveLength(1);
      const { mime, subject, body } = sent[at]!.mails[0]!;
      expect(headersOf(mime)).toEqual(headers);
      expect(mime).toMatch(/^Content-Type: text\/plain; charset=UTF-8\r?$/im);
      expect(subject).toBe('[Harbour] A visitor of the chat asks for a person');
      const lines = (text: string) => text.replace(/\r\n?/g, '\n');
      expect(lines(body)).toContain(lines(`Message:\n${words}`));
      expect(lines(body)).toContain(lines(`Visitor: ${words}`));
      expect(lines(body)).toContain(lines(`Chat: It says ${words}`));
      const page = /^Page: .*$/m.exec(lines(body))?.[0] ?? '';
      expect(page).toMatch(/^Page: http:[^ \t\r\n<>"]*$/);
    },
  );
});

describe('an address', () => {
  // WordPress takes an encoded word for an address. The sidecar does not, and mail programs decode none within one.
  const { 'an encoded word': encoded, ...refused } = mailAddresses;
  const named = Object.entries(refused);
  let sent: Sent[];
  beforeAll(async () => {
    const bodies = named.map(([, email]) => ({ ...conversation, email }));
    sent = await send('bridge_mail_conversation', [
      ...bodies,
      { ...conversation, email: [ada, thief] },
      { ...conversation, email: { ada, thief } },
      { ...conversation, email: encoded },
    ]);
  });

  test('with an encoded word adds no header and no recipient', () => {
    const [mail] = sent.at(-1)!.mails;
    expect([mail?.to, mail?.replyTo]).toEqual([[desk], [encoded]]);
    expect(headersOf(mail!.mime)).toEqual(headers);
  });

  test.each(
    [...named.map(([name]) => name), 'a list', 'an object'].map((name, at) => ({ name, at })),
  )('with $name is refused, and nothing is mailed', ({ at }) =>
    expect(sent[at]).toEqual({ status: 400, mails: [] }),
  );
});

describe('a notice of the budget', () => {
  const notice = { unit: 'day', used: 800, limit: 1000, ends_at: '2026-06-01T00:00:00.000Z' };
  const bad = {
    'a Bcc line in the unit': { unit: `day\r\nBcc: ${thief}` },
    'a text as a number': { used: `800\r\nBcc: ${thief}` },
    'markup as a limit': { limit: '<b>1000</b>' },
    'a Bcc line as its end': { ends_at: `tomorrow\r\nBcc: ${thief}` },
  };
  let sent: Sent[];
  beforeAll(async () => {
    const bodies = Object.values(bad).map((fields) => ({ ...notice, ...fields }));
    sent = await send('bridge_tell_budget', [{ ...notice, to: thief }, ...bodies]);
  });

  test('goes to the administrator alone, as text', () => {
    const [mail] = sent[0]!.mails;
    expect([sent[0]?.status, sent[0]?.mails.length, mail?.to.length]).toEqual([200, 1, 1]);
    expect(headersOf(mail!.mime)).toEqual(ofNotice);
    expect(mail?.mime).toMatch(/^Content-Type: text\/plain; charset=UTF-8\r?$/im);
    expect(mail?.mime).not.toContain(thief);
  });

  test.each(Object.keys(bad).map((name, at) => ({ name, at: at + 1 })))(
    'with $name is refused',
    ({ at }) => expect(sent[at]).toEqual({ status: 400, mails: [] }),
  );
});

test('PHP has complained about nothing', () => expect(pluginComplaints()).toEqual([]));
