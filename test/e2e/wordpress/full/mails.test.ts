/** Hostile words in mails to the owner, as WordPress and its PHPMailer write them: headers, recipients, type and body. */
import { expect, test } from '@jest/globals';
import { mailAddresses, mailWords, thief } from '../../../injection/mails.ts';
import { runPhp, stack } from '../../../stack.ts';
import { php } from '../on-site.ts';

interface Sent {
  status: number;
  /** Every mail as it would go out. */
  mails: { to: string[]; subject: string; body: string; replyTo: string[]; mime: string }[];
}

const [desk, ada] = ['desk@example.org', 'ada@example.org'];

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
      $status = is_wp_error( $reply ) ? $reply->get_error_data()['status'] : rest_ensure_response( $reply )->get_status();
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
const refused: Sent = { status: 400, mails: [] };

test('words of a visitor or a page are text in one mail to the owner', async () => {
  const named = Object.entries(mailWords);
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
  const sent = await send('bridge_mail_conversation', bodies);
  for (const [at, [name, words]] of named.entries()) {
    const [mail, ...more] = sent[at]!.mails;
    expect([name, mail?.to, mail?.replyTo, more]).toEqual([name, [desk], [ada], []]);
    const { mime, subject, body } = mail!;
    expect([name, headersOf(mime)]).toEqual([name, headers]);
    expect(mime).toMatch(/^Content-Type: text\/plain; charset=UTF-8\r?$/im);
    expect(subject).toBe('[Harbour] A visitor of the chat asks for a person');
    const lines = (text: string) => text.replace(/\r\n?/g, '\n');
    for (const says of [`Message:\n${words}`, `Visitor: ${words}`, `Chat: It says ${words}`])
      expect(lines(body)).toContain(lines(says));
    const page = /^Page: .*$/m.exec(lines(body))?.[0] ?? '';
    expect(page).toMatch(/^Page: http:[^ \t\r\n<>"]*$/);
  }
});

test('an address that is none is refused, and nothing is mailed', async () => {
  // WordPress takes an encoded word for an address. The sidecar does not, and mail programs decode none within one.
  const { 'an encoded word': encoded, ...others } = mailAddresses;
  const emails = [...Object.values(others), [ada, thief], { ada, thief }, encoded];
  const bodies = emails.map((email) => ({ ...conversation, email }));
  const sent = await send('bridge_mail_conversation', bodies);
  expect(sent.slice(0, -1)).toEqual(emails.slice(0, -1).map(() => refused));
  const [mail] = sent.at(-1)!.mails;
  expect([mail?.to, mail?.replyTo]).toEqual([[desk], [encoded]]);
  expect(headersOf(mail!.mime)).toEqual(headers);
});

test('a notice of the budget goes to the administrator alone, as text', async () => {
  const notice = { unit: 'day', used: 800, limit: 1000, ends_at: '2026-06-01T00:00:00.000Z' };
  const bad = [
    { unit: `day\r\nBcc: ${thief}` },
    { used: `800\r\nBcc: ${thief}` },
    { limit: '<b>1000</b>' },
    { ends_at: `tomorrow\r\nBcc: ${thief}` },
  ];
  const [good, ...others] = await send('bridge_tell_budget', [
    { ...notice, to: thief },
    ...bad.map((fields) => ({ ...notice, ...fields })),
  ]);
  expect(others).toEqual(bad.map(() => refused));
  const [mail, ...more] = good!.mails;
  expect([good?.status, mail?.to.length, more]).toEqual([200, 1, []]);
  expect(headersOf(mail!.mime)).toEqual(ofNotice);
  expect(mail?.mime).toMatch(/^Content-Type: text\/plain; charset=UTF-8\r?$/im);
  expect(mail?.mime).not.toContain(thief);
});

test('the week is told in numbers alone, to the administration', async () => {
  const week = { conversations: 47, unanswered: 6 };
  const bad = [{ conversations: `47\r\nBcc: ${thief}` }, { unanswered: '<b>6</b>' }];
  const [good, quiet, ...others] = await send('bridge_tell_week', [
    { ...week, to: thief },
    { conversations: 1, unanswered: 0 },
    ...bad.map((fields) => ({ ...week, ...fields })),
  ]);
  expect(others).toEqual(bad.map(() => refused));
  const [mail, ...more] = good!.mails;
  expect([good?.status, mail?.to.length, more]).toEqual([200, 1, []]);
  expect(headersOf(mail!.mime)).toEqual(ofNotice);
  expect(mail?.subject).toBe('[Harbour] The week of your chat');
  expect(mail?.body).toMatch(
    /had 47 conversations\.[^]*6 questions have no good answer yet[^]*page=itih-rag-chat-gaps/,
  );
  expect(mail?.mime).not.toContain(thief);
  expect(quiet?.mails[0]?.body).not.toContain('-gaps');
});
