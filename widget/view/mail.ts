import { button, element, field } from '../dom.ts';
import { failureOf, failureText } from '../failure.ts';
import type { Strings } from '../strings.ts';

/** Sends the conversation to the owner. Rejects when it could not be sent. */
export type SendMail = (email: string, note: string) => Promise<unknown>;

/** Offers to send the conversation to the owner: a button, then a form, then the word that it was sent. */
export function mailOffer(
  strings: Strings,
  send: SendMail,
  announce: (text: string) => void,
): HTMLElement {
  const email = field('input', 'mail-email', strings.mail_email, {
    type: 'email',
    required: true,
    maxlength: 254,
    autocomplete: 'email',
  });
  const note = field('textarea', 'mail-note', strings.mail_note, { rows: 3, maxlength: 2000 });
  const result = element('p', 'mail-result', [], { tabindex: -1 });
  const submit = button('mail-send', strings.send, () => undefined);
  submit.type = 'submit';
  const say = (text: string) => (result.textContent = text);
  const hint = element('p', 'caption', [strings.mail_hint]);
  const form = element('form', 'mail', [hint, email, note, submit, result]);
  const offer = button('mail-offer', strings.mail_offer, () => {
    offer.replaceWith(form);
    email.focus();
  });
  const sent = () => {
    form.replaceChildren(result);
    say(strings.mail_sent);
    // The focused button is gone; the focus also reads the text out.
    result.focus();
  };
  const refused = (error: unknown) => {
    const failure = failureOf(error);
    submit.disabled = false;
    const isInvalid = failure.code === 'invalid_request';
    announce(say(isInvalid ? strings.mail_invalid : failureText(failure, strings)));
  };
  form.onsubmit = (event) => {
    event.preventDefault();
    submit.disabled = true;
    say('');
    send(email.value.trim(), note.value.trim()).then(sent, refused);
  };
  return element('div', '', [offer]);
}
