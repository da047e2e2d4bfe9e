<?php
/**
 * Facts of a post that its content does not show: of a product by WooCommerce's own functions, and of the fields that the owner
 * has chosen. A short hash of them tells the sidecar that they changed, which leaves the date of the post as it is.
 *
 * phpcs:disable WordPress.DB.DirectDatabaseQuery -- sums over many posts, which no function of WordPress has.
 */

declare( strict_types=1 );
namespace Itih\RagChat;
defined( 'ABSPATH' ) || exit;

const MAX_VARIATIONS = 100;

/** Options on which the texts of all products depend. */
const PRODUCT_OPTIONS = array(
	'woocommerce_currency', 'woocommerce_currency_pos', 'woocommerce_price_num_decimals', 'woocommerce_price_display_suffix', 'woocommerce_calc_taxes',
	'woocommerce_tax_display_shop', 'woocommerce_stock_format', 'woocommerce_hide_out_of_stock_items', 'woocommerce_weight_unit', 'woocommerce_dimension_unit',
);

/** Types of ACF's fields that have no text, or none for visitors. */
const FIELDS_WITHOUT_TEXT = array( 'password', 'user', 'image', 'gallery', 'file', 'oembed', 'tab', 'message', 'accordion', 'clone', 'color_picker', 'icon_picker' );

function is_product( \WP_Post $post ): bool {
	return 'product' === $post->post_type && function_exists( 'wc_get_product' );
}

/** Returns the fields that the owner has chosen, without those that are named like a secret. @return list<string> Meta keys. */
function chosen_fields(): array {
	$keys = array_filter( (array) settings_group( 'indexing' )['fields'], 'is_string' );
	return array_values( array_filter( $keys, static fn( string $key ): bool => ! is_named_secret( $key ) ) );
}

function is_named_secret( string $key ): bool {
	return 1 === preg_match( '/pass(word|wd|phrase|code)|secret|token|credential|pwd|(api|access|private|licen[cs]e)[_-]?key|(^|[^a-z])key$/i', $key );
}

/** Returns the facts in the post's language. @return list<array{label: string, value: string}> */
function post_facts( \WP_Post $post ): array {
	$switched = switch_to_locale( post_language( $post ) );
	try {
		return array_merge( is_product( $post ) ? product_facts( $post ) : array(), ...array_map( static fn( string $key ): array => field_facts( $post, $key ), chosen_fields() ) );
	} finally {
		if ( $switched ) {
			restore_previous_locale();
		}
	}
}

function product_facts( \WP_Post $post ): array {
	$product = wc_get_product( $post->ID );
	if ( ! $product instanceof \WC_Product ) { return array(); }
	$facts = array(
		__( 'Price', 'itih-rag-chat' )        => price_of( $product ),
		__( 'Availability', 'itih-rag-chat' ) => availability_of( $product ),
		__( 'SKU', 'itih-rag-chat' )          => wc_product_sku_enabled() ? $product->get_sku() : '',
		'GTIN'                                => method_exists( $product, 'get_global_unique_id' ) ? $product->get_global_unique_id() : '',
		__( 'Weight', 'itih-rag-chat' )       => $product->has_weight() ? wc_format_weight( $product->get_weight() ) : '',
		__( 'Dimensions', 'itih-rag-chat' )   => $product->has_dimensions() ? wc_format_dimensions( $product->get_dimensions( false ) ) : '',
	);
	foreach ( $product->get_attributes() as $attribute ) {
		if ( $attribute instanceof \WC_Product_Attribute && ( $attribute->get_visible() || $attribute->get_variation() ) ) {
			$facts[ wc_attribute_label( $attribute->get_name(), $product ) ] = str_replace( ' ' . WC_DELIMITER . ' ', ', ', $product->get_attribute( $attribute->get_name() ) );
		}
	}
	foreach ( $product->is_type( 'variable' ) ? array_slice( $product->get_visible_children(), 0, MAX_VARIATIONS ) : array() as $id ) {
		$variation = wc_get_product( $id );
		if ( $variation instanceof \WC_Product_Variation && $variation->variation_is_visible() && $variation->is_purchasable() ) {
			$sku  = wc_product_sku_enabled() && $variation->get_sku() !== $product->get_sku() ? __( 'SKU', 'itih-rag-chat' ) . ' ' . $variation->get_sku() : '';
			$name = str_replace( ': ', ' ', wc_get_formatted_variation( $variation, true ) );
			$facts[ '' === $name ? $variation->get_name() : $name ] = implode( ', ', array_filter( array( price_of( $variation ), availability_of( $variation ), $sku ) ) );
		}
	}
	$facts = array_filter( array_map( 'strval', $facts ), static fn( string $value ): bool => '' !== $value );
	return array_map( static fn( string|int $label, string $value ): array => array( 'label' => (string) $label, 'value' => $value ), array_keys( $facts ), $facts );
}

/** Returns the price as the shop shows it to a guest, the present one first. */
function price_of( \WC_Product $product ): string {
	$html   = (string) preg_replace( '~<span class="screen-reader-text">[^<]*</span>~', '', $product->get_price_html() );
	$before = preg_match( '~<del\b.*?</del>~s', $html, $found ) ? plain_text( $found[0] ) : '';
	$now    = plain_text( (string) preg_replace( '~<del\b.*?</del>~s', '', $html ) );
	$dates  = array_filter( array( $product->get_date_on_sale_from(), $product->get_date_on_sale_to() ) );
	if ( '' === $before ) { return $now; }
	$details = array( /* translators: %s: a price. */ sprintf( __( 'regular price %s', 'itih-rag-chat' ), $before ) );
	if ( isset( $dates[1] ) ) {
		/* translators: %s: a date, or two with a dash between them. */
		$details[] = sprintf( isset( $dates[0] ) ? __( 'on sale %s', 'itih-rag-chat' ) : __( 'on sale until %s', 'itih-rag-chat' ), implode( ' – ', array_map( 'wc_format_datetime', $dates ) ) );
	}
	return $now . ' (' . implode( ', ', $details ) . ')';
}

/** Returns the availability as the shop shows it; that a product can be had, which it does not show where stock is not counted. */
function availability_of( \WC_Product $product ): string {
	if ( $product->is_type( array( 'external', 'grouped' ) ) ) { return ''; }
	$text = plain_text( (string) $product->get_availability()['availability'] );
	return '' === $text && $product->is_in_stock() ? wc_get_product_stock_status_options()['instock'] : $text;
}

/** Returns what a chosen field says; each row of a repeater is a fact. */
function field_facts( \WP_Post $post, string $key ): array {
	$field = function_exists( 'get_field_object' ) ? get_field_object( $key, $post->ID ) : false;
	if ( is_array( $field ) ) {
		$rows  = in_array( $field['type'], array( 'repeater', 'flexible_content' ), true ) ? (array) $field['value'] : array( $field['value'] );
		$texts = array_map( static fn( $row ): string => field_text( $row, $field ), $rows );
	} else {
		$texts = array( field_text( get_post_meta( $post->ID, $key ), array() ) );
	}
	$label = is_array( $field ) && '' !== (string) $field['label'] ? (string) $field['label'] : meta_label( $key, $post->post_type );
	$texts = array_filter( $texts, static fn( string $text ): bool => '' !== $text );
	return array_map( static fn( string $text ): array => array( 'label' => $label, 'value' => $text ), array_values( $texts ) );
}

/** Returns the text of a value. @param array $field ACF's description of it; empty: it has none. */
function field_text( mixed $value, array $field ): string {
	$type  = $field['type'] ?? '';
	$parts = array_column( $field['sub_fields'] ?? layout_fields( $value, $field ), null, 'name' );
	return match ( true ) {
		in_array( $type, FIELDS_WITHOUT_TEXT, true ) => '',
		is_bool( $value )           => $value ? __( 'Yes', 'itih-rag-chat' ) : __( 'No', 'itih-rag-chat' ),
		$value instanceof \WP_Term  => plain_text( $value->name ),
		$value instanceof \WP_Post  => is_open_post( $value ) ? plain_text( get_the_title( $value ) ) : '',
		'post_object' === $type && is_numeric( $value ), 'relationship' === $type && is_numeric( $value ) => field_text( get_post( (int) $value ), array() ),
		'taxonomy' === $type && is_numeric( $value ) => field_text( get_term( (int) $value ), array() ),
		is_scalar( $value )         => '' === $value ? '' : trim( ( $field['prepend'] ?? '' ) . ' ' . plain_text( (string) ( $field['choices'][ $value ] ?? $value ) ) . ' ' . ( $field['append'] ?? '' ) ),
		! is_array( $value )        => '',
		'link' === $type            => trim( ( $value['title'] ?? '' ) . ' ' . ( $value['url'] ?? '' ) ),
		'google_map' === $type      => (string) ( $value['address'] ?? '' ),
		$parts && ! array_key_exists( 0, $value ) => joined( array_map( static fn( string $name ): string => labelled( $value[ $name ] ?? null, $parts[ $name ] ), array_keys( $parts ) ) ),
		isset( $value['label'], $value['value'] ) => plain_text( (string) $value['label'] ), // A choice.
		default                     => joined( array_map( static fn( $item ): string => field_text( $item, $field ), $value ) ),
	};
}

function layout_fields( mixed $row, array $field ): array {
	$layouts = array_column( $field['layouts'] ?? array(), 'sub_fields', 'name' );
	return is_array( $row ) ? $layouts[ $row['acf_fc_layout'] ?? '' ] ?? array() : array();
}

function labelled( mixed $value, array $field ): string {
	$text = is_named_secret( (string) $field['name'] ) ? '' : field_text( $value, $field );
	return '' === $text ? '' : $field['label'] . ': ' . $text;
}

function joined( array $texts ): string {
	return implode( ', ', array_filter( $texts, static fn( string $text ): bool => '' !== $text ) );
}

/** Returns the label or description with which a key was registered, else one that is made from the key. */
function meta_label( string $key, string $type ): string {
	$registered = get_registered_meta_keys( 'post', $type )[ $key ] ?? get_registered_meta_keys( 'post' )[ $key ] ?? array();
	foreach ( array( 'label', 'description' ) as $name ) {
		if ( '' !== (string) ( $registered[ $name ] ?? '' ) ) { return (string) $registered[ $name ]; }
	}
	return ucfirst( trim( str_replace( array( '_', '-' ), ' ', $key ) ) );
}

/**
 * Returns the hash of what a post's facts are made from, and of its terms; nothing for posts that have none. The results of
 * itih_post_fields are not in it: to ask for them would mean to read every post.
 * @return array{facts?: string}
 */
function facts_of( \WP_Post $post ): array {
	if ( ! is_product( $post ) && ! chosen_fields() && ! has_filter( 'itih_post_fields' ) ) { return array(); }
	$names = static function ( string $taxonomy ) use ( $post ): array {
		$terms = get_the_terms( $post, $taxonomy );
		$names = is_array( $terms ) ? wp_list_pluck( $terms, 'name' ) : array();
		sort( $names );
		return $names;
	};
	$terms = run_guarded( $post, static fn(): array => array_map( $names, get_object_taxonomies( $post->post_type ) ), array() );
	$shop  = is_product( $post ) ? array_map( 'get_option', PRODUCT_OPTIONS ) : array();
	return array( 'facts' => hash( 'crc32b', (string) wp_json_encode( array( $post->itih_facts ?? '', $terms, $shop ) ) ) );
}

/** Notes in each post a sum over the meta from which its facts are made, also of its variations: one query for all. */
function note_sums( array $posts ): void {
	global $wpdb;
	$fields = chosen_fields();
	$ids    = array_map( 'intval', wp_list_pluck( $posts, 'ID' ) );
	$shops  = (bool) array_filter( $posts, __NAMESPACE__ . '\\is_product' );
	if ( ! $ids || ( ! $fields && ! $shops ) ) { return; }
	$keys  = array_merge( $fields, $shops ? PRODUCT_META : array() );
	$likes = array_map( static fn( string $key ): string => $wpdb->esc_like( "{$key}_" ) . '%', array_merge( $fields, $shops ? array( 'attribute' ) : array() ) );
	$sums  = $wpdb->get_results(
		$wpdb->prepare(
			"SELECT IF( p.post_type = 'product_variation', p.post_parent, p.ID ) AS id, SUM( CRC32( CONCAT_WS( '|', m.post_id, m.meta_key, m.meta_value ) ) ) AS total FROM {$wpdb->posts} p JOIN {$wpdb->postmeta} m ON m.post_id = p.ID WHERE ( p.ID IN (" . implode( ', ', array_fill( 0, count( $ids ), '%d' ) ) . ") OR ( p.post_type = 'product_variation' AND p.post_status = 'publish' AND p.post_parent IN (" . implode( ', ', array_fill( 0, count( $ids ), '%d' ) ) . ') ) ) AND ( m.meta_key IN (' . implode( ', ', array_fill( 0, count( $keys ), '%s' ) ) . ') OR ' . implode( ' OR ', array_fill( 0, count( $likes ), 'm.meta_key LIKE %s' ) ) . ') GROUP BY 1',
			array_merge( $ids, $ids, $keys, $likes )
		)
	);
	$sums = array_column( $sums, 'total', 'id' );
	foreach ( $posts as $post ) {
		$post->itih_facts = (string) ( $sums[ $post->ID ] ?? '' );
	}
}

const MAX_META_ROWS = 20000; // Newest rows of meta among which keys in use are sought: large shops have millions.
const MAX_META_KEYS = 200;

/**
 * Returns the fields that the owner can choose: ACF's, registered ones and public keys that are in use.
 * @return list<array{key: string, label: string, example: string}>
 */
function available_fields(): array {
	$examples = examples_of_meta();
	$labels   = array();
	foreach ( function_exists( 'acf_get_field_groups' ) ? acf_get_field_groups() : array() as $group ) {
		$is_for_posts = 1 === preg_match( '/"param":"(post|page)/', (string) wp_json_encode( $group['location'] ?? array() ) );
		foreach ( $is_for_posts ? acf_get_fields( $group ) : array() as $field ) {
			$labels[ $field['name'] ] = in_array( $field['type'], FIELDS_WITHOUT_TEXT, true ) ? '' : (string) $field['label'];
		}
	}
	foreach ( array( '', ...public_post_types() ) as $type ) {
		foreach ( array_keys( get_registered_meta_keys( 'post', $type ) ) as $key ) {
			$labels += array( $key => meta_label( (string) $key, $type ) );
		}
	}
	foreach ( array_keys( $examples ) as $key ) {
		$labels += array( $key => meta_label( (string) $key, '' ) );
	}
	$fields = array();
	foreach ( $labels as $key => $label ) {
		if ( '' !== $label && ! is_protected_meta( (string) $key, 'post' ) && ! is_named_secret( (string) $key ) ) {
			$fields[] = array( 'key' => (string) $key, 'label' => $label, 'example' => $examples[ $key ] ?? '' );
		}
	}
	return $fields;
}

/** Returns public keys of meta in use, each with a value. @return array<string, string> */
function examples_of_meta(): array {
	global $wpdb;
	$types = public_post_types();
	$rows  = ! $types ? array() : $wpdb->get_results(
		$wpdb->prepare(
			"SELECT m.meta_key, MAX( m.text ) AS text FROM ( SELECT post_id, meta_key, LEFT( meta_value, 100 ) AS text FROM {$wpdb->postmeta} ORDER BY meta_id DESC LIMIT %d ) m JOIN {$wpdb->posts} p ON p.ID = m.post_id WHERE p.post_status = 'publish' AND m.meta_key NOT LIKE %s AND p.post_type IN (" . implode( ', ', array_fill( 0, count( $types ), '%s' ) ) . ') GROUP BY m.meta_key ORDER BY m.meta_key LIMIT %d',
			array_merge( array( MAX_META_ROWS, '\_%' ), $types, array( MAX_META_KEYS ) )
		)
	);
	return array_map( static fn( ?string $text ): string => is_serialized( (string) $text, false ) ? '' : plain_text( (string) $text ), array_column( $rows, 'text', 'meta_key' ) );
}
