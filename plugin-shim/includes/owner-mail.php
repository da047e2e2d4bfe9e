<?php
/**
 * Mails to the owner.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/**
 * Sends a mail as plain text, in the language of the user with the address, else in the site's.
 * https://developer.wordpress.org/reference/functions/switch_to_locale/
 *
 * Plugins that turn mails into HTML do so by a filter; in this one visitors' words would become markup.
 * https://developer.wordpress.org/reference/hooks/wp_mail_content_type/
 *
 * @param callable $write   Returns the subject, with %s for the site's name, and the paragraphs.
 * @param string[] $headers
 */
function mail_owner( string $address, callable $write, array $headers = array() ): bool {
	$owner    = get_user_by( 'email', $address );
	$switched = switch_to_locale( $owner ? get_user_locale( $owner ) : get_locale() );
	$site     = wp_specialchars_decode( get_bloginfo( 'name' ), ENT_QUOTES );
	$is_plain = static fn(): string => 'text/plain';
	add_filter( 'wp_mail_content_type', $is_plain, PHP_INT_MAX );
	list( $subject, $paragraphs ) = $write();
	$is_sent                      = wp_mail( $address, sprintf( $subject, $site ), implode( "\n\n", $paragraphs ), $headers );
	remove_filter( 'wp_mail_content_type', $is_plain, PHP_INT_MAX );
	if ( $switched ) {
		restore_previous_locale();
	}
	return $is_sent;
}
