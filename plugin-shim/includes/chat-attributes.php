<?php
/**
 * Attributes of a chat in a page: those of the block and of the shortcode.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/** Pixels: minimum and maximum. */
const CHAT_HEIGHT = array( 240, 1200 );

/** Maximum number of characters, and of starters. */
const CHAT_TITLE_LENGTH   = 60;
const CHAT_STARTER_LENGTH = 200;
const CHAT_STARTERS       = 6;

/**
 * Returns what a chat shows differently from the settings. A missing, empty or wrong attribute is left out.
 *
 * @param array $given title, starters (a list), theme, height; from anybody who may write posts.
 * @return array{bot_name?: string, starters?: list<string>, theme?: string, height?: int}
 */
function chat_attributes( array $given ): array {
	$title    = one_line( $given['title'] ?? '', CHAT_TITLE_LENGTH );
	$starters = array_map( static fn( $text ): string => one_line( $text, CHAT_STARTER_LENGTH ), is_array( $given['starters'] ?? null ) ? $given['starters'] : array() );
	$starters = array_slice( array_values( array_filter( $starters, 'strlen' ) ), 0, CHAT_STARTERS );
	$theme    = is_string( $given['theme'] ?? null ) ? trim( $given['theme'] ) : '';
	$height   = is_numeric( $given['height'] ?? null ) ? (int) $given['height'] : 0;
	$chosen   = array(
		'bot_name' => $title,
		'starters' => $starters,
		'theme'    => 'auto' === $theme || isset( contract()['themes'][ $theme ] ) ? $theme : '',
		'height'   => $height > 0 ? max( CHAT_HEIGHT[0], min( CHAT_HEIGHT[1], $height ) ) : 0,
	);
	return array_filter( $chosen );
}

/**
 * @param mixed $text
 */
function one_line( $text, int $max ): string {
	return is_scalar( $text ) ? mb_substr( sanitize_text_field( (string) $text ), 0, $max ) : '';
}
