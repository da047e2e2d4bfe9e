/** Texts in mails that ask to become a header, a recipient or markup. */

export const thief = 'thief@evil.example';

/** Written as a message, in a conversation or as a page's address: shown as it is, and nothing else. */
export const mailWords: Record<string, string> = {
  'a Bcc line': `Hello\r\nBcc: ${thief}`,
  'a Bcc line after a line feed': `Hello\nBcc: ${thief}`,
  'a Cc line after a carriage return': `Hello\rCc: ${thief}`,
  'a folded header': `Hello\r\n\tBcc:\r\n ${thief}`,
  'an end of headers and a body': `Hello\r\n\r\n<h1>Paid</h1>\r\n.\r\nMAIL FROM:<${thief}>`,
  'a part of MIME': `--b\r\nContent-Type: text/html\r\n\r\n<b>x</b>\r\n--b--`,
  'line separators of Unicode': `Hello\u2028Bcc: ${thief}\u2029To: ${thief}\u0085Cc: ${thief}`,
  'percent-encoded line ends': `Hello%0d%0aBcc:%20${thief}`,
  'an encoded word': '=?UTF-8?B?QmNjOiB0aGllZkBldmlsLmV4YW1wbGU=?=',
  'places of a format': 'Hello %s %1$s %n %99$s',
  'a script': '<script>alert(1)</script>',
  'a picture that loads': '<img src="https://evil.example/p.png" onerror="alert(1)">',
  'a link in HTML': '<a href="https://evil.example/">Sign in</a>',
  'a link in Markdown': '[Sign in](https://evil.example/)',
  'an override of direction': `moc.elpmaxe\u202egro.elpmaxe@ksed\u202c`,
  'invisible characters': `B\u200bc\u200dc\ufeff: ${thief}`,
  'tag characters': Array.from('Bcc', (one) =>
    String.fromCodePoint(0xe0000 + one.charCodeAt(0)),
  ).join(''),
  'full-width letters': `Ｂｃｃ：${thief}`,
  'Cyrillic look-alikes': `Всс: ${thief}`,
  Arabic: `\nنسخة مخفية: ${thief}`,
  Chinese: `\n密件抄送：${thief}`,
  Hindi: `\nगुप्त प्रति: ${thief}`,
};

/** Instead of a visitor's address. */
export const mailAddresses: Record<string, string> = {
  'a Bcc line': `ada@example.org\r\nBcc: ${thief}`,
  'a Bcc line after a line feed': `ada@example.org\nBcc: ${thief}`,
  'a Cc line after a carriage return': `ada@example.org\rCc: ${thief}`,
  'a last line feed': 'ada@example.org\n',
  'a first tab': '\tada@example.org',
  'a separator of Unicode': `ada@example.org\u2028Bcc: ${thief}`,
  'percent-encoded line ends': `ada@example.org%0ABcc:${thief}`,
  'a second address': `ada@example.org, ${thief}`,
  'a second address after a semicolon': `ada@example.org;${thief}`,
  'a name and an address': `Ada <ada@example.org>`,
  'a quoted name': `"ada@example.org ${thief}"@example.org`,
  'an address in a comment': `ada(${thief})@example.org`,
  'an encoded word': `=?UTF-8?Q?ada=0ABcc=3A?=@example.org`,
  'a null character': `ada@example.org\0${thief}`,
  'an invisible character': `ada\u200b@example.org`,
  'an override of direction': `ada\u202e@example.org`,
  'a link': 'mailto:ada@example.org?bcc=thief@evil.example',
  markup: '<script>@example.org',
  'a list instead of a text': JSON.stringify(['ada@example.org', thief]),
};
