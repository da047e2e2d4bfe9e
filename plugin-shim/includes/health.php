<?php
/**
 * Checks of the installation, for Site Health and `wp itih doctor`. Each says what it found and what to do next. In Site Health
 * those that make calls run one by one, after the page is shown. Its debug information has no secret; addresses and ids are
 * private, so that they are left out of the copy that an owner posts in a forum.
 */

declare( strict_types=1 );
namespace Itih\RagChat;
defined( 'ABSPATH' ) || exit;

const CHECK_TIMEOUT = 5; // Seconds for a call of a check.
/** Checks of parts of the sidecar, which says itself whether they work: server/composition/findings.ts. */
const SIDECAR_PARTS = array( 'bridge', 'queue', 'guests', 'database', 'index', 'visitors' );

/** Returns the checks by name. `calls`: it makes HTTP calls. `needs_sidecar`: it says nothing while no sidecar answers. */
function health_checks(): array {
	$checks = array(
		'connection' => array( __( 'Connection to the answer service', 'itih-rag-chat' ), true, false ),
		'version'    => array( __( 'Version of the answer service', 'itih-rag-chat' ), true, true ),
		'clock'      => array( __( 'Clock of the answer service', 'itih-rag-chat' ), true, true ),
		'bridge'     => array( __( 'The answer service reaches this site', 'itih-rag-chat' ), true, true ),
		'loopback'   => array( __( 'REST API of the chat', 'itih-rag-chat' ), true, false ),
		'caches'     => array( __( 'Caches in front of the chat', 'itih-rag-chat' ), true, true ),
		'streaming'  => array( __( 'Streamed answers', 'itih-rag-chat' ), true, true ),
		'queue'      => array( __( 'What waits to be read', 'itih-rag-chat' ), true, true ),
		'guests'     => array( __( 'Pages as guests see them', 'itih-rag-chat' ), true, true ),
		'database'   => array( __( 'Database of the answer service', 'itih-rag-chat' ), true, true ),
		'index'      => array( __( 'Search of the answer service', 'itih-rag-chat' ), true, true ),
		'visitors'   => array( __( 'Visitors of today', 'itih-rag-chat' ), true, true ),
		'model'      => array( __( 'Vendors of the models', 'itih-rag-chat' ), true, true ),
		'salts'      => array( __( 'Keys that encrypt API keys', 'itih-rag-chat' ), false, false ),
		'secret'     => array( __( 'Secret shared with the answer service', 'itih-rag-chat' ), false, false ),
	);
	if ( is_older_plugin_active() ) {
		$checks['older'] = array( __( 'Other chat plugin', 'itih-rag-chat' ), false, false );
	}
	foreach ( $checks as $name => list( $label, $calls, $needs_sidecar ) ) {
		$run             = in_array( $name, SIDECAR_PARTS, true ) ? static fn(): array => part_finding( $name, $label ) : __NAMESPACE__ . '\\check_' . $name;
		$checks[ $name ] = compact( 'label', 'run', 'calls', 'needs_sidecar' );
	}
	return $checks;
}

/** Makes the result of a check, as the sidecar does: good, recommended, critical or unknown, what was found, the next step, a page that helps. */
function finding( string $status, string $label, string $says = '', string $next = '', string $page = '' ): array {
	return compact( 'status', 'label', 'says', 'next', 'page' );
}

/** Returns the result for a check that needs the sidecar, which does not answer. The connection's own check says why. */
function unknown_finding( string $label ): array {
	return finding( 'unknown', $label, __( 'The answer service does not answer, so this could not be checked.', 'itih-rag-chat' ), __( 'See the check "Connection to the answer service" first.', 'itih-rag-chat' ) );
}

function part_finding( string $part, string $label ): array {
	$status = sidecar_status();
	$found  = is_wp_error( $status ) ? null : ( $status['findings'][ $part ] ?? null );
	return is_array( $found ) ? $found : unknown_finding( sprintf( /* translators: %s: name of a check. */ __( 'Unknown: %s', 'itih-rag-chat' ), $label ) );
}

/** Returns `GET /status`, called once for each request. */
function sidecar_status(): array|\WP_Error {
	static $status = null;
	return $status ??= sidecar_data( 'GET', '/status', array(), null, 'admin', CHECK_TIMEOUT );
}

const CLOCK_WARNING = 20; // Seconds of difference between the clocks from which on the owner is warned.

/** Calls `GET /ping`, once for each request, and returns by how many seconds the sidecar's clock differed then. */
function pinged(): int|\WP_Error {
	static $pinged = null;
	if ( null === $pinged ) {
		$answer = ping( CHECK_TIMEOUT );
		$pinged = is_wp_error( $answer ) ? $answer : seconds_off( $answer['headers']['date'] ?? '' );
		if ( is_wp_error( $answer ) && 'provider_timeout' === $answer->get_error_code() ) {
			note_contact( false, 'silent' );
		}
	}
	return $pinged;
}

function check_connection(): array {
	if ( is_site_in_doubt() ) {
		return finding( 'critical', __( 'The chat is paused: this site was moved or copied', 'itih-rag-chat' ), site_doubt_sentence(), __( 'Answer in the admin whether it was moved or copied.', 'itih-rag-chat' ), ADMIN_PAGE );
	}
	$known = contact();
	if ( ! is_wp_error( pinged() ) ) {
		/* translators: %s: address of the sidecar. */
		return finding( 'good', __( 'The answer service of the chat answers', 'itih-rag-chat' ), sprintf( __( 'It answers at %s and accepts the signature of this site.', 'itih-rag-chat' ), sidecar_url() ) );
	}
	$says = contact_sentence( contact() );
	$next = next_step_for( contact() );
	return 0 === $known['at']
		? finding( 'recommended', __( 'The chat was never connected to its answer service', 'itih-rag-chat' ), $says, $next, SETUP_PAGE )
		: finding( 'critical', __( 'The answer service of the chat does not answer this site', 'itih-rag-chat' ), $says, $next, ADMIN_PAGE );
}

function check_version(): array {
	$status = sidecar_status();
	if ( is_wp_error( $status ) ) {
		return unknown_finding( __( 'The version of the answer service is unknown', 'itih-rag-chat' ) );
	}
	$version = (string) $status['version'];
	$older   = older_part( $version );
	$says    = versions_sentence( $version );
	if ( '' === $older ) {
		return finding( 'good', __( 'Plugin and answer service have the same version', 'itih-rag-chat' ), $says );
	}
	$label = 'sidecar' === $older ? __( 'The answer service is older than the plugin', 'itih-rag-chat' ) : __( 'The answer service is newer than the plugin', 'itih-rag-chat' );
	return finding( 'recommended', $label, $says, update_step( $version ) );
}

function check_clock(): array {
	$pinged  = pinged();
	$seconds = is_wp_error( $pinged ) && 'clock' === contact()['reason'] ? (int) contact()['detail'] : $pinged;
	if ( is_wp_error( $seconds ) ) {
		return unknown_finding( __( 'The clock of the answer service could not be compared', 'itih-rag-chat' ) );
	}
	/* translators: 1: seconds. 2: seconds. */
	$says = sprintf( __( 'The clocks of WordPress and of the answer service differ by %1$d s; signed calls are refused from %2$d s on.', 'itih-rag-chat' ), $seconds, SIGNATURE_WINDOW );
	$next = __( 'Set both clocks by a time server (NTP).', 'itih-rag-chat' );
	if ( $seconds > SIGNATURE_WINDOW ) {
		return finding( 'critical', __( 'The clocks differ so much that the answer service refuses this site', 'itih-rag-chat' ), $says, $next );
	}
	return $seconds > CLOCK_WARNING
		? finding( 'recommended', __( 'The clocks of WordPress and of the answer service drift apart', 'itih-rag-chat' ), $says, $next )
		: finding( 'good', __( 'WordPress and the answer service agree about the time', 'itih-rag-chat' ), $says );
}

/** Calls `GET /site` through the site's own address, as a visitor's browser would. */
function check_loopback(): array {
	$answer = loopback_get( '/site', array( '_' => wp_generate_uuid4() ) );
	$data   = is_wp_error( $answer ) ? null : json_decode( wp_remote_retrieve_body( $answer ), true );
	$url    = rest_url( contract()['namespace'] );
	if ( is_array( $data ) && site_id() === ( $data['id'] ?? '' ) ) {
		return finding( 'good', __( 'The REST API of the chat can be reached', 'itih-rag-chat' ), $url );
	}
	$status = is_wp_error( $answer ) ? 0 : (int) wp_remote_retrieve_response_code( $answer );
	if ( 401 === $status && false !== stripos( (string) wp_remote_retrieve_header( $answer, 'www-authenticate' ), 'basic' ) ) {
		return finding( 'unknown', __( 'It is unknown whether the REST API of the chat can be reached', 'itih-rag-chat' ), __( 'The web server asks for a user name and a password.', 'itih-rag-chat' ), __( 'Start the answer service with ITIH_SITE_AUTH=user:password, so that it can read this site. Site Health in the browser uses the password with which you came.', 'itih-rag-chat' ) );
	}
	$why = is_wp_error( $answer ) ? $answer->get_error_message() : trim( 'HTTP ' . $status . ' ' . sanitize_text_field( is_string( $data['message'] ?? null ) ? $data['message'] : '' ) );
	/* translators: 1: an address. 2: an error message. */
	$says = sprintf( __( 'A call to %1$s failed: %2$s', 'itih-rag-chat' ), $url . '/site', $why );
	$next = __( 'Visitors\' browsers call this address. Look for a security plugin or a rule of the web server that blocks the REST API. Where only this server cannot call itself, ask the host to allow it.', 'itih-rag-chat' );
	return finding( 'critical', __( 'The REST API of the chat cannot be reached', 'itih-rag-chat' ), $says, $next . ' ' . open_rest_sentence() );
}

/** Says where the owner has closed the routes of the chat, too; else ''. */
function open_rest_sentence(): string {
	return settings_group( 'general' )['open_rest'] ? '' : __( 'In the settings of the chat, "Keep the chat open where a plugin closes the REST API" is switched off.', 'itih-rag-chat' );
}

const MIN_SECRET = 32; // Length from which on the sidecar accepts a secret.

function check_salts(): array {
	if ( defined( 'ITIH_ENCRYPTION_KEY' ) && strlen( (string) constant( 'ITIH_ENCRYPTION_KEY' ) ) >= MIN_SECRET ) {
		return finding( 'good', __( 'API keys are encrypted with a key of their own', 'itih-rag-chat' ), 'ITIH_ENCRYPTION_KEY' );
	}
	// As core's wp_salt() sees them.
	$is_missing = static fn( string $name ): bool => ! defined( $name ) || in_array( (string) constant( $name ), array( '', 'put your unique phrase here' ), true );
	$missing    = array_filter( array( 'AUTH_KEY', 'AUTH_SALT', 'NONCE_KEY', 'NONCE_SALT' ), $is_missing );
	if ( ! $missing ) {
		return finding( 'good', __( 'API keys are encrypted with the keys of wp-config.php', 'itih-rag-chat' ) );
	}
	/* translators: %s: names of constants. */
	$says = sprintf( __( 'Missing: %s. WordPress keeps keys in its database instead, so whoever has a copy of it can decrypt the API keys of the chat.', 'itih-rag-chat' ), implode( ', ', $missing ) );
	$next = __( 'Put the keys and salts into wp-config.php, start the answer service again, and enter API keys once more if it asks for them.', 'itih-rag-chat' );
	return finding( 'recommended', __( 'The keys of wp-config.php are not set', 'itih-rag-chat' ), $says, $next );
}

function check_secret(): array {
	$length = strlen( secret() );
	if ( $length >= MIN_SECRET ) {
		return finding( 'good', __( 'The secret shared with the answer service is long enough', 'itih-rag-chat' ) );
	}
	/* translators: 1: number of characters. 2: number of characters. */
	$says = sprintf( __( 'It has %1$d characters; the answer service accepts %2$d or more.', 'itih-rag-chat' ), $length, MIN_SECRET );
	$next = __( 'Set ITIH_SECRET in wp-config.php to a longer random text, or remove it there so that the plugin uses its own, and start the answer service again.', 'itih-rag-chat' );
	return finding( 'critical', __( 'The secret shared with the answer service is too short', 'itih-rag-chat' ), $says, $next );
}

const VENDOR_OPTION = 'itih_vendor_failure'; // Failure of a vendor at the last check: array{at: int, says: string}; missing while they answer.

add_action( RETENTION_EVENT, __NAMESPACE__ . '\\check_model' );

/** Has the sidecar ask the chosen vendors, and remembers a failure for the notice. */
function check_model(): array {
	$found = called_finding( had_contact() ? site_check( 'model' ) : error( 'sidecar_unavailable' ), __( 'It is unknown whether the vendors answer', 'itih-rag-chat' ) );
	if ( 'critical' === $found['status'] ) {
		update_option( VENDOR_OPTION, array( 'at' => time(), 'says' => $found['says'] ), false );
	} elseif ( 'unknown' !== $found['status'] ) {
		delete_option( VENDOR_OPTION );
	}
	return $found;
}

function check_caches(): array {
	return called_finding( site_check( 'caches' ), __( 'It is unknown whether a cache stores answers of the chat', 'itih-rag-chat' ) );
}

function check_streaming(): array {
	return called_finding( test_transport(), __( 'Streaming could not be measured', 'itih-rag-chat' ) );
}

/** Has the sidecar make a check for which it calls this site, or vendors: server/composition/site-checks.ts. */
function site_check( string $name, array $query = array() ): array|\WP_Error {
	return sidecar_data( 'GET', '/checks/' . $name, $query + array( 'at' => rest_url( contract()['namespace'] ) ), null, 'system' );
}

function called_finding( array|\WP_Error $answer, string $label ): array {
	return is_wp_error( $answer ) ? unknown_finding( $label ) : $answer['finding'];
}

add_filter( 'site_status_tests', __NAMESPACE__ . '\\add_site_health_tests' );
add_action( 'rest_api_init', __NAMESPACE__ . '\\register_site_health_route' );

function add_site_health_tests( $tests ): array {
	$tests = (array) $tests;
	$works = is_answering();
	foreach ( health_checks() as $name => $check ) {
		if ( $check['needs_sidecar'] && ! $works ) {
			continue; // The check of the connection says why; one cause is one line.
		}
		$run = static fn(): array => site_health_result( $name );
		if ( ! $check['calls'] ) {
			$tests['direct'][ 'itih_' . $name ] = array( 'label' => $check['label'], 'test' => $run );
			continue;
		}
		$tests['async'][ 'itih_' . $name ] = array(
			'label'             => $check['label'],
			'test'              => rest_url( contract()['namespace'] . '/site-health/' . $name ),
			'has_rest'          => true,
			'async_direct_test' => $run,
		);
	}
	return $tests;
}

function register_site_health_route(): void {
	register_rest_route(
		contract()['namespace'],
		'/site-health/(?P<check>[a-z]+)',
		array(
			'methods'             => 'GET',
			'permission_callback' => static fn(): bool => current_user_can( 'view_site_health_checks' ),
			'callback'            => static function ( \WP_REST_Request $request ) {
				$name = (string) $request['check'];
				return isset( health_checks()[ $name ] ) ? site_health_result( $name ) : error( 'not_found' );
			},
		)
	);
}

function site_health_result( string $name ): array {
	$found   = call_user_func( health_checks()[ $name ]['run'] );
	$actions = '' === $found['next'] ? '' : '<p>' . esc_html( $found['next'] ) . '</p>';
	if ( '' !== $found['page'] ) {
		$actions .= '<p>' . page_link( $found['page'], __( 'Open the page of the chat', 'itih-rag-chat' ) ) . '</p>';
	}
	return array(
		'label'       => $found['label'],
		'status'      => 'unknown' === $found['status'] ? 'recommended' : $found['status'],
		'badge'       => array( 'label' => __( 'Site Chat', 'itih-rag-chat' ), 'color' => 'blue' ),
		'description' => '<p>' . esc_html( '' === $found['says'] ? $found['label'] . '.' : $found['says'] ) . '</p>',
		'actions'     => $actions,
		'test'        => 'itih_' . $name,
	);
}

add_filter( 'debug_information', __NAMESPACE__ . '\\add_debug_information' );

function add_debug_information( $info ): array {
	$about = __( 'State of the chat and of its answer service. It contains no keys.', 'itih-rag-chat' );
	$ours  = array( 'label' => __( 'Site Chat', 'itih-rag-chat' ), 'description' => $about, 'fields' => plugin_facts() + sidecar_facts() );
	return array_merge( (array) $info, array( 'itih-rag-chat' => $ours ) );
}

function fact( string $label, mixed $value, bool $is_private = false ): array {
	$shown = is_bool( $value ) ? ( $value ? __( 'yes', 'itih-rag-chat' ) : __( 'no', 'itih-rag-chat' ) ) : $value;
	return array( 'label' => $label, 'value' => $shown, 'private' => $is_private );
}

function moment( int $time ): string {
	return 0 === $time ? '–' : gmdate( 'Y-m-d H:i:s', $time ) . ' UTC';
}

function plugin_facts(): array {
	$contact = contact();
	$llm     = settings_group( 'llm' );
	return array(
		'plugin_version'     => fact( __( 'Version of the plugin', 'itih-rag-chat' ), VERSION ),
		'protocol'           => fact( __( 'Routes and signature', 'itih-rag-chat' ), contract()['namespace'] . ', ' . SIGNATURE_PROTOCOL ),
		'sidecar_url'        => fact( __( 'Address of the answer service', 'itih-rag-chat' ), sidecar_url(), true ),
		'site_id'            => fact( __( 'Id of the site', 'itih-rag-chat' ), site_id(), true ),
		'moved_or_copied'    => fact( __( 'Moved or copied, not answered yet', 'itih-rag-chat' ), is_site_in_doubt() ),
		'last_contact'       => fact( __( 'Last contact', 'itih-rag-chat' ), moment( (int) $contact['at'] ) ),
		'failing_since'      => fact( __( 'Failing since', 'itih-rag-chat' ), moment( (int) $contact['since'] ) ),
		'failure'            => fact( __( 'Failure', 'itih-rag-chat' ), '' === $contact['reason'] ? '–' : $contact['reason'] ),
		'secret_from'        => fact( __( 'Secret', 'itih-rag-chat' ), defined( 'ITIH_SECRET' ) ? 'ITIH_SECRET' : SECRET_OPTION ),
		'encryption_key'     => fact( 'ITIH_ENCRYPTION_KEY', defined( 'ITIH_ENCRYPTION_KEY' ) ),
		'widget_enabled'     => fact( __( 'Chat switched on', 'itih-rag-chat' ), (bool) settings_group( 'general' )['widget_enabled'] ),
		'language_model'     => fact( __( 'Language model', 'itih-rag-chat' ), trim( $llm['provider'] . ' ' . ( $llm[ $llm['provider'] ]['model'] ?? '' ) ) ),
		'embeddings'         => fact( __( 'Embeddings', 'itih-rag-chat' ), (string) settings_group( 'embeddings' )['provider'] ),
		'reranking'          => fact( __( 'Reranking', 'itih-rag-chat' ), (string) settings_group( 'rerank' )['provider'] ),
		'post_types'         => fact( __( 'Indexed types', 'itih-rag-chat' ), implode( ', ', public_post_types() ) ),
		'retention_days'     => fact( __( 'Days for which conversations are kept', 'itih-rag-chat' ), (int) settings_group( 'privacy' )['retention_days'] ),
		'tables_here'        => fact( __( 'Conversations are in this database', 'itih-rag-chat' ), has_table( 'rag_chat_sessions' ) ),
		'last_retention_run' => fact( __( 'Last deletion by WP-Cron', 'itih-rag-chat' ), moment( (int) get_option( RETENTION_OPTION, 0 ) ) ),
		'php_workers'        => fact( __( 'PHP workers', 'itih-rag-chat' ), 0 === php_workers() ? '?' : php_workers() ),
	);
}

function sidecar_facts(): array {
	$status = had_contact() ? sidecar_status() : null;
	if ( ! is_array( $status ) ) {
		return array( 'sidecar' => fact( __( 'Answer service', 'itih-rag-chat' ), __( 'does not answer', 'itih-rag-chat' ) ) );
	}
	$queue = $status['queue'];
	$store = $status['vector_store'];
	return array(
		'sidecar_version' => fact( __( 'Version of the answer service', 'itih-rag-chat' ), $status['version'] ),
		'uptime'          => fact( __( 'Answer service runs for', 'itih-rag-chat' ), human_time_diff( time() - $status['uptime_s'] ) ),
		'database'        => fact( __( 'Database of the answer service', 'itih-rag-chat' ), trim( $status['database']['engine'] . ' ' . $status['database']['version'] ) ),
		'bridge'          => fact( __( 'The answer service reaches this site', 'itih-rag-chat' ), (bool) $status['bridge']['ok'] ),
		'queue'           => fact( __( 'Queue', 'itih-rag-chat' ), array_map( static fn( $value ): string => is_bool( $value ) ? (string) wp_json_encode( $value ) : (string) $value, $queue ) ),
		'index'           => fact( __( 'Embedding space', 'itih-rag-chat' ), trim( $status['index']['embedder'] . ' ' . $status['index']['dimensions'] ) ),
		'vector_store'    => fact( __( 'Vector store', 'itih-rag-chat' ), $store['engine'] . ', ' . $store['mode'] . ': ' . $store['reason'] ),
		'vectors'         => fact( __( 'Vectors', 'itih-rag-chat' ), (int) $store['vectors'] ),
		'memory'          => fact( __( 'Memory of the index (MB)', 'itih-rag-chat' ), (string) $store['memory_mb'] ),
	);
}
