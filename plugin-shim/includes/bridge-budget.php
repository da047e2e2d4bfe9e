<?php
/**
 * POST bridge/budget: mails the owner that most of the tokens of a day or month are used. The sidecar calls it once
 * for each of them. The contract is server/contract/bridge.ts.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/**
 * @return \WP_REST_Response|\WP_Error
 */
function bridge_tell_budget( \WP_REST_Request $request ) {
	$unit    = $request['unit'];
	$used    = $request['used'];
	$limit   = $request['limit'];
	$ends_at = is_string( $request['ends_at'] ) ? strtotime( $request['ends_at'] ) : false;
	if ( ! in_array( $unit, array( 'day', 'month' ), true ) || ! is_int( $used ) || ! is_int( $limit ) || false === $ends_at ) {
		return error( 'invalid_request' );
	}
	return bridge_response( array( 'sent' => mail_budget( 'day' === $unit, $used, $limit, $ends_at ) ) );
}

/**
 * @param int $ends_at Unix time.
 */
function mail_budget( bool $is_day, int $used, int $limit, int $ends_at ): bool {
	return mail_owner(
		(string) get_option( 'admin_email' ),
		static fn(): array => array(
			/* translators: %s: the site's name. */
			$is_day ? __( '[%s] The chat has almost used today\'s tokens', 'itih-rag-chat' ) : __( '[%s] The chat has almost used this month\'s tokens', 'itih-rag-chat' ),
			budget_paragraphs( $is_day, $used, $limit, $ends_at ),
		)
	);
}

/**
 * @return string[]
 */
function budget_paragraphs( bool $is_day, int $used, int $limit, int $ends_at ): array {
	$used_text  = number_format_i18n( $used );
	$limit_text = number_format_i18n( $limit );
	$ends_text  = wp_date( get_option( 'date_format' ) . ' ' . get_option( 'time_format' ), $ends_at );
	return array(
		$is_day
			/* translators: 1: number of tokens used. 2: number of tokens allowed. */
			? sprintf( __( 'Today the chat has used %1$s of the %2$s tokens that you allow it in a day.', 'itih-rag-chat' ), $used_text, $limit_text )
			/* translators: 1: number of tokens used. 2: number of tokens allowed. */
			: sprintf( __( 'This month the chat has used %1$s of the %2$s tokens that you allow it in a month.', 'itih-rag-chat' ), $used_text, $limit_text ),
		/* translators: %s: date and time. */
		sprintf( __( 'When they are used up, the built-in answers take over at no cost if you keep them in reserve. Otherwise the chat tells visitors that it has reached its limit. The next tokens come by themselves: %s.', 'itih-rag-chat' ), $ends_text ),
		__( 'To change the limit, open the settings:', 'itih-rag-chat' ) . "\n" . admin_url( 'admin.php?page=' . SETTINGS_PAGE . '&tab=limits' ),
	);
}
