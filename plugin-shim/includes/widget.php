<?php
/** Shows the chat: shortcode, block, and the floating widget, with their attributes and the pages on which they show. */

declare( strict_types=1 );
namespace Itih\RagChat;
defined( 'ABSPATH' ) || exit;

const CHAT_HEIGHT = array( 240, 1200 ); // Pixels: minimum and maximum.

/** Maximum number of characters, and of starters. */
const CHAT_TITLE_LENGTH   = 60;
const CHAT_STARTER_LENGTH = 200;
const CHAT_STARTERS       = 6;

/**
 * Returns what a chat shows differently from the settings. A missing, empty or wrong attribute is left out.
 * @param array $given title, starters (a list), theme, height; from anybody who may write posts.
 * @return array{bot_name?: string, starters?: list<string>, theme?: string, height?: int}
 */
function chat_attributes( array $given ): array {
	$starters = array_map( static fn( $text ): string => one_line( $text, CHAT_STARTER_LENGTH ), is_array( $given['starters'] ?? null ) ? $given['starters'] : array() );
	$theme    = is_string( $given['theme'] ?? null ) ? trim( $given['theme'] ) : '';
	$height   = is_numeric( $given['height'] ?? null ) ? (int) $given['height'] : 0;
	return array_filter(
		array(
			'bot_name' => one_line( $given['title'] ?? '', CHAT_TITLE_LENGTH ),
			'starters' => array_slice( array_values( array_filter( $starters, 'strlen' ) ), 0, CHAT_STARTERS ),
			'theme'    => 'auto' === $theme || isset( contract()['themes'][ $theme ] ) ? $theme : '',
			'height'   => $height > 0 ? max( CHAT_HEIGHT[0], min( CHAT_HEIGHT[1], $height ) ) : 0,
		)
	);
}

function one_line( mixed $text, int $max ): string {
	return is_scalar( $text ) ? mb_substr( sanitize_text_field( (string) $text ), 0, $max ) : '';
}

const TRANSPORT_OPTION = 'itih_transport'; // How answers reach visitors: see transport.php. Autoloaded.

/**
 * Whether the chat is switched on and for this user, and no other plugin refuses those who are not logged in. The sidecar decides
 * the former for each question, too.
 * @param int $user 0: not logged in.
 */
function is_open_to( int $user ): bool {
	$audience = public_settings()['where']['audience'];
	if ( 0 === $user && '' !== ( get_option( TRANSPORT_OPTION )['refusal'] ?? '' ) ) { return false; }
	return public_settings()['widget_enabled'] && ( 'everyone' === $audience || ( 'logged_in' === $audience ) === $user > 0 );
}

/** Whether the site may use AI: the constant WP_AI_SUPPORT and the filter `wp_supports_ai` (WordPress 7.0). */
function supports_ai(): bool {
	return ! function_exists( 'wp_supports_ai' ) || wp_supports_ai();
}

/** Whether the plugin "ItihRag AI Chatbot" is active: it answers at the same addresses, so that only its chat shows. */
function is_older_plugin_active(): bool {
	return defined( 'ITIH_REST_NAMESPACE' );
}

/** Whether the floating chat shows on this page. Everything it asks is known by then: it makes no query. */
function floats_here( array $where ): bool {
	// Terms and users have ids of their own. The page of the blog is a post here, too.
	$shown = get_queried_object();
	$id    = $shown instanceof \WP_Post ? $shown->ID : 0;
	return ! ( $id && in_array( $id, $where['hide'], true ) )
		&& ( 'selected' !== $where['show'] || ( $id && in_array( $id, $where['ids'], true ) ) || array_intersect( shown_types(), $where['types'] ) );
}

/** Returns the types of posts that this page shows or lists; none for a search and a page that is not found. */
function shown_types(): array {
	if ( is_singular() ) { return array( (string) get_post_type( get_queried_object_id() ) ); }
	if ( is_search() || ( ! is_home() && ! is_archive() ) ) { return array(); }
	// WordPress asks for "any" type where a taxonomy has several.
	$types = array_diff( array_filter( (array) get_query_var( 'post_type' ), 'is_string' ), array( '', 'any' ) );
	$term  = get_queried_object();
	if ( ! $types && $term instanceof \WP_Term ) {
		$types = (array) ( get_taxonomy( $term->taxonomy )->object_type ?? array() );
	}
	return $types ? array_values( $types ) : array( 'post' );
}

/** @param array{bot_name?: string, starters?: list<string>, theme?: string, height?: int} $chosen For this place, as chat_attributes() returns it. */
function widget_config( array $chosen = array() ): array {
	$public     = public_settings();
	$appearance = $public['appearance'];
	// The owner's colours were chosen over another theme.
	$theme = isset( $chosen['theme'] ) ? widget_theme( $chosen['theme'], array() ) : widget_theme( (string) $appearance['theme'], $appearance['colors'] );
	// Read on each page: translation plugins filter it by language.
	if ( $public['show_policy'] ?? false ) {
		$chosen['privacy_url'] = get_privacy_policy_url();
	}
	// A page may be translated without WordPress' own language pack.
	/* translators: Direction of this language: ltr or rtl. Not to be translated otherwise. */
	$direction = _x( 'ltr', 'direction of the text', 'itih-rag-chat' );
	$told = array(
		'strings' => translated_strings(),
		'contact' => $public['contact'],
		'ai'      => $public['ai'] ?? false, // Stored by an earlier version it is not there.
	);
	unset( $public['widget_enabled'], $public['where'], $public['show_policy'], $public['appearance'], $public['contact'], $public['refusal_text'], $public['ai'], $appearance['theme'], $appearance['colors'] );
	return array( 'theme' => $theme ) + $chosen + array(
		'api'        => rest_url( contract()['namespace'] . '/' ),
		'locale'     => get_bloginfo( 'language' ),
		'rtl'        => is_rtl() || 'rtl' === $direction,
		'search_url' => home_url( '/?s=' ),
		'panel'      => add_query_arg( 'ver', widget_version(), plugins_url( 'build/widget-panel.js', PLUGIN_FILE ) ), // Loaded when a visitor wants the chat.
	) + array_filter( $told ) + $public + $appearance;
}

/** Returns the texts that this page shows in another language than English: those the widget has itself. */
function translated_strings(): array {
	if ( ! get_translations_for_domain( 'itih-rag-chat' ) instanceof \NOOP_Translations || has_filter( 'gettext' ) || has_filter( 'gettext_itih-rag-chat' ) ) {
		return widget_strings();
	}
	return str_starts_with( determine_locale(), 'en' ) ? array() : widget_error_strings();
}

/** Returns the owner's colours over those of the theme; `dark`, in the theme auto, for visitors who prefer it. */
function widget_theme( string $name, array $overrides ): array {
	$themes = contract()['themes'];
	$colors = $overrides + ( $themes[ $name ] ?? $themes['light'] );
	return compact( 'name', 'colors' ) + ( 'auto' === $name ? array( 'dark' => $overrides + $themes['dark'] ) : array() );
}

add_action( 'init', __NAMESPACE__ . '\\register_widget' );
add_action( 'wp_footer', __NAMESPACE__ . '\\print_floating_chat' );
// WordPress before 6.3 cannot be asked to defer a script.
add_filter( 'script_loader_tag', static fn( $tag, $handle ): string => 'itih-widget' === $handle ? str_replace( ' src=', ' defer src=', (string) $tag ) : (string) $tag, 10, 2 );

function register_widget(): void {
	add_shortcode( 'rag_chat', __NAMESPACE__ . '\\inline_chat' );
	if ( is_built( 'widget.js' ) ) {
		wp_register_script( 'itih-widget', plugins_url( 'build/widget.js', PLUGIN_FILE ), array(), widget_version(), true );
	}
	if ( is_built( 'block.js' ) ) {
		$asset = build_asset( 'block' );
		// The bundle finds these two in `wp`: they are no packages of its build.
		$dependencies = array_merge( $asset['dependencies'], array( 'wp-blocks', 'wp-block-editor' ) );
		wp_register_script( 'itih-block', plugins_url( 'build/block.js', PLUGIN_FILE ), $dependencies, $asset['version'], true );
		wp_set_script_translations( 'itih-block', 'itih-rag-chat', PLUGIN_DIR . '/languages' );
		wp_register_style( 'itih-block', plugins_url( 'build/block.css', PLUGIN_FILE ), array(), $asset['version'] );
	}
	// Without a build the block still shows to visitors.
	register_block_type( PLUGIN_DIR . '/block', array( 'render_callback' => __NAMESPACE__ . '\\block_chat' ) );
}

/** The shortcode. Starters are separated by `|`. Without attributes it is given ''. */
function inline_chat( mixed $given = '' ): string {
	$attributes             = shortcode_atts( array_fill_keys( array( 'title', 'starters', 'theme', 'height' ), '' ), (array) $given, 'rag_chat' );
	$attributes['starters'] = explode( '|', (string) $attributes['starters'] );
	return chat_markup( 'inline', chat_attributes( $attributes ) );
}

function block_chat( mixed $attributes ): string {
	$chat = chat_markup( 'inline', chat_attributes( (array) $attributes ) );
	return '' === $chat ? '' : sprintf( '<div %s>%s</div>', get_block_wrapper_attributes(), $chat );
}

function print_floating_chat(): void {
	echo chat_markup( 'floating' ); // phpcs:ignore WordPress.Security.EscapeOutput -- escaped there.
}

/** Returns the chat for this place, or '' where it does not show. See chat_element() for the parameters. */
function chat_markup( string $mode, array $chosen = array() ): string {
	static $inline_shown = false;
	// A floating chat beside an inline one would show the same conversation twice.
	$wanted = 'inline' === $mode || ! $inline_shown;
	$show   = $wanted && is_built( 'widget.js' ) && ! is_feed() && supports_ai();
	/**
	 * Filters whether the chat shows here.
	 * @param bool   $show
	 * @param string $mode inline or floating.
	 */
	if ( ! apply_filters( 'itih_show_chat', $show, $mode ) || ! $show ) { return ''; }
	if ( ! had_contact() || ! public_settings()['widget_enabled'] || is_older_plugin_active() ) {
		return 'inline' === $mode ? missing_chat_hint() : '';
	}
	if ( ! is_open_to( get_current_user_id() ) || ( 'floating' === $mode && ! floats_here( public_settings()['where'] ) ) ) {
		return '';
	}
	$inline_shown = $inline_shown || 'inline' === $mode;
	return chat_element( $mode, $chosen );
}

/**
 * Returns the element that the widget renders into, and has its script printed.
 * @param string $mode inline or floating.
 * @param array $chosen For this place, as chat_attributes() returns it.
 */
function chat_element( string $mode, array $chosen = array() ): string {
	wp_enqueue_script( 'itih-widget' );
	// esc_attr() leaves entities unescaped, so the text must contain no &.
	$config = wp_json_encode( widget_config( $chosen ), JSON_HEX_TAG | JSON_HEX_AMP | JSON_HEX_APOS | JSON_HEX_QUOT | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE );
	// A style sheet and content keep the place of a chat in the page until its script has run. The sheet is here and not in the
	// head: only a page with such a chat pays for it, and it is there before the chat. The height is an attribute, because a
	// content security policy may forbid styles in the page.
	$sheet = sprintf(
		'<link rel="stylesheet" href="%s">', // phpcs:ignore WordPress.WP.EnqueuedResources -- see above.
		esc_url( add_query_arg( 'ver', VERSION, plugins_url( 'inline-chat.css', PLUGIN_FILE ) ) )
	);
	$height = $chosen['height'] ?? 0;
	$space  = 'inline' === $mode && $height > 0 ? sprintf( '<svg width="1" height="%d" aria-hidden="true"></svg>', $height ) : '';
	return sprintf( '%s<itih-chat mode="%s" config="%s">%s</itih-chat>', 'inline' === $mode ? $sheet : '', esc_attr( $mode ), esc_attr( (string) $config ), $space );
}

function widget_version(): string {
	return implode( '-', array_map( static fn( $name ): string => build_asset( $name )['version'], array( 'widget', 'widget-panel', 'widget-answers' ) ) );
}

function missing_chat_hint(): string {
	if ( ! current_user_can( 'manage_options' ) ) { return ''; }
	$why = match ( true ) {
		is_older_plugin_active() => __( 'The chat shows here as soon as the plugin "ItihRag AI Chatbot" is deactivated.', 'itih-rag-chat' ),
		had_contact()            => __( 'The chat is switched off.', 'itih-rag-chat' ),
		default                  => __( 'The chat shows here as soon as its answer service has answered for the first time and it is switched on.', 'itih-rag-chat' ),
	};
	$link = page_link( ADMIN_PAGE, __( 'Open the page of the chat', 'itih-rag-chat' ) );
	return sprintf( '<p class="itih-chat-hint">%s %s %s</p>', esc_html( $why ), esc_html__( 'Only administrators see this.', 'itih-rag-chat' ), $link );
}

function page_link( string $page, string $text ): string {
	return sprintf( '<a href="%s">%s</a>', esc_url( admin_url( 'admin.php?page=' . $page ) ), esc_html( $text ) );
}

function is_built( string $file ): bool {
	return is_readable( PLUGIN_DIR . "/build/$file" );
}

/** Returns the dependencies and version of a bundle, which the build wrote beside it. */
function build_asset( string $name ): array {
	$asset = is_built( $name . '.asset.php' ) ? require PLUGIN_DIR . '/build/' . $name . '.asset.php' : array();
	return $asset + array( 'dependencies' => array(), 'version' => VERSION );
}
