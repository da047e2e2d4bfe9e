<?php
/**
 * Plugin Name: Opening hours for the chat
 * Description: The chat may tell the custom field "opening_hours" of a post, which the content does not show.
 */

declare( strict_types=1 );

namespace Itih\OpeningHours;

defined( 'ABSPATH' ) || exit;

add_filter( 'itih_post_fields', __NAMESPACE__ . '\\add_opening_hours', 10, 2 );

/**
 * @param list<array{label: string, value: string}> $fields Facts about the post; every visitor may be told them.
 */
function add_opening_hours( array $fields, \WP_Post $post ): array {
	$hours = get_post_meta( $post->ID, 'opening_hours', true );
	if ( is_string( $hours ) && '' !== $hours ) {
		$fields[] = array(
			'label' => 'Opening hours',
			'value' => $hours,
		);
	}
	return $fields;
}
