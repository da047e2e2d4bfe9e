import { runPhp } from '../../stack.ts';

/** Keeps the site's mails in an option, with the type that they would have. */
const catcher = `<?php
add_filter( 'pre_wp_mail', function ( $short, $mail ) {
	$mail['type'] = apply_filters( 'wp_mail_content_type', 'text/html' );
	update_option( 'caught_mails', array_merge( get_option( 'caught_mails', array() ), array( $mail ) ) );
	return true;
}, 10, 2 );
`;
const file = "WP_CONTENT_DIR . '/mu-plugins/mails.php'";

interface Mail {
  to: string;
  subject: string;
  message: string;
  headers: string[];
  type: string;
}

/** Keeps mails from being sent until `releaseMails`. */
export const catchMails = () =>
  runPhp(
    `file_put_contents( ${file}, base64_decode( '${Buffer.from(catcher).toString('base64')}' ) );`,
  );
export const caughtMails = () => runPhp<Mail[]>("return get_option( 'caught_mails', array() );");
export const releaseMails = () => runPhp(`unlink( ${file} ); delete_option( 'caught_mails' );`);
