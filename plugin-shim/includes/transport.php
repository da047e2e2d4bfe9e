<?php
/**
 * The way in which streamed answers reach visitors: straight from the web server to the sidecar (edge), through the web server
 * after PHP (accel), through PHP (relay), or in one piece (sync). The sidecar tries each, as a browser would:
 * server/composition/site-checks.ts.
 */

declare( strict_types=1 );
namespace Itih\RagChat;
defined( 'ABSPATH' ) || exit;

const TRANSPORT_EVENT  = 'itih_test_transport';
const HELD_BACK_OPTION = 'itih_held_back';
const HELD_BACK_PAUSE = 60; // Seconds between two writes of the counter: anybody can raise it.
const HELD_BACK_DAYS = 7; // Days for which a report of a browser is shown.

add_action( 'init', __NAMESPACE__ . '\\schedule_transport_test' );
add_action( TRANSPORT_EVENT, __NAMESPACE__ . '\\retest_transport' );

/**
 * Returns the result of the last self-test. `use`: edge, accel, relay or sync; '' before the first test. `why`: the reason
 * against each better way. `refusal`: the message with which another plugin refuses visitors who are not logged in; '' if none
 * does.
 * @return array{use: string, at: int, why: array<string, string>, refusal: string}
 */
function transport(): array {
	return (array) get_option( TRANSPORT_OPTION, array() ) + array( 'use' => '', 'at' => 0, 'why' => array(), 'refusal' => '' );
}

/** Schedules the daily test; until one was possible it is tried a minute after activation and then each hour. */
function schedule_transport_test(): void {
	if ( ! wp_next_scheduled( TRANSPORT_EVENT ) ) {
		$is_first = '' === transport()['use'];
		wp_schedule_event( time() + ( $is_first ? MINUTE_IN_SECONDS : DAY_IN_SECONDS ), $is_first ? 'hourly' : 'daily', TRANSPORT_EVENT );
	}
}

/** Runs the test from WP-Cron; without a sidecar the last result stays. @param string $part refusal: only that is looked for. */
function retest_transport( $part = '' ): void {
	look_for_refusal();
	$is_first = '' === transport()['use'];
	if ( 'refusal' !== $part && had_contact() && ! is_wp_error( test_transport() ) && $is_first ) {
		wp_unschedule_hook( TRANSPORT_EVENT );
	}
}

/** Counts a browser that had two answers held back and from now on asks without streams. */
function note_held_back(): void {
	$known = held_back();
	if ( time() - $known['at'] < HELD_BACK_PAUSE ) { return; }
	$is_old = $known['since'] < time() - HELD_BACK_DAYS * DAY_IN_SECONDS;
	update_option(
		HELD_BACK_OPTION,
		array( 'count' => $is_old ? 1 : $known['count'] + 1, 'since' => $is_old ? time() : $known['since'], 'at' => time() ),
		false
	);
}

/** Returns the reports of browsers in the last days, at most one of which is counted in a minute. */
function held_back(): array {
	$none  = array( 'count' => 0, 'since' => 0, 'at' => 0 );
	$known = (array) get_option( HELD_BACK_OPTION, array() ) + $none;
	return $known['at'] < time() - HELD_BACK_DAYS * DAY_IN_SECONDS ? $none : $known;
}

/**
 * Has the sidecar try the ways from the best one down, and stores the first that works. A site that cannot be called keeps the
 * relay, which works nearly everywhere.
 */
function test_transport(): array|\WP_Error {
	$test = site_check( 'streaming', array( 'reports' => held_back()['count'] ) );
	if ( ! is_wp_error( $test ) ) {
		$found = array( 'use' => $test['use'], 'at' => time(), 'why' => $test['why'] );
		update_option( TRANSPORT_OPTION, $found + transport(), true );
	}
	return $test;
}

/** GET bridge/transport: the self-test for `itih doctor`. */
function bridge_transport( \WP_REST_Request $request ): \WP_REST_Response {
	$public = (string) $request->get_param( 'public' );
	$public = preg_match( '#^https?://[\w.:\[\]-]+$#D', $public ) ? $public : PUBLIC_URL;
	$test   = test_transport();
	return new \WP_REST_Response(
		array(
			'use'      => is_wp_error( $test ) ? '' : $test['use'],
			'says'     => is_wp_error( $test ) ? $test->get_error_message() : $test['finding']['says'],
			'snippets' => array_map( static fn( string $server ): string => snippet( $server, $public ), array_combine( array_keys( SNIPPETS ), array_keys( SNIPPETS ) ) ),
		)
	);
}
