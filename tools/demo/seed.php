<?php
/**
 * Fills a WordPress with the demo site. Needs WordPress loaded and its administration functions.
 * Run again, it updates what it made, found by slug.
 *
 * @package Itih_Rag_Chat
 */

defined( 'ABSPATH' ) || exit;

require_once ABSPATH . 'wp-admin/includes/plugin.php';
require_once ABSPATH . 'wp-admin/includes/image.php';
require_once ABSPATH . 'wp-admin/includes/user.php';

/**
 * Reads the plan, fills the site, writes what came of it.
 *
 * @param string $plan_file   JSON: see `writePlan()` in site.ts.
 * @param string $result_file Gets JSON: the plan's fingerprint and the ids of the media.
 */
function itih_demo_seed( $plan_file, $result_file ) {
	$plan  = json_decode( file_get_contents( $plan_file ), true, 64, JSON_THROW_ON_ERROR );
	$admin = get_user_by( 'login', 'admin' );
	wp_set_current_user( $admin->ID );
	itih_demo_admin( $admin->ID, $plan['admin_password'] );
	itih_demo_options( $plan['site'] );

	// The plugin hears of all posts at once, when the sidecar asks.
	$ids = array();
	foreach ( $plan['articles'] as $article ) {
		$ids[ $article['slug'] ] = itih_demo_article( $article );
	}
	update_option( 'show_on_front', 'page' );
	update_option( 'page_on_front', $ids[ $plan['site']['front_page'] ] );
	update_option( 'page_for_posts', $ids[ $plan['site']['posts_page'] ] );
	itih_demo_theme( $plan['site'], $ids );

	$media = array();
	foreach ( $plan['site']['media'] as $file ) {
		$media[] = itih_demo_media( $file, $plan['media_folder'] );
	}
	if ( '' !== $plan['plugin'] ) {
		itih_demo_activate( $plan['plugin'] );
	}
	flush_rewrite_rules( false );
	file_put_contents(
		$result_file,
		wp_json_encode(
			array(
				'fingerprint' => $plan['fingerprint'],
				'media'       => $media,
			)
		)
	);
}

function itih_demo_admin( $id, $password ) {
	if ( ! wp_check_password( $password, get_userdata( $id )->user_pass, $id ) ) {
		wp_set_password( $password, $id );
	}
	wp_update_user(
		array(
			'ID'           => $id,
			'user_email'   => 'admin@museum.example',
			'display_name' => 'Museum office',
		)
	);
}

function itih_demo_options( $site ) {
	global $wp_rewrite;
	$options = array(
		'blogname'               => $site['name'],
		'blogdescription'        => $site['tagline'],
		'timezone_string'        => 'UTC',
		// Avatars and pings would ask other servers.
		'show_avatars'           => 0,
		'default_ping_status'    => 'closed',
		'default_comment_status' => 'closed',
	);
	foreach ( $options as $name => $value ) {
		update_option( $name, $value );
	}
	$wp_rewrite->set_permalink_structure( '/%postname%/' );
	foreach ( array( 'hello-world', 'sample-page', 'privacy-policy' ) as $slug ) {
		$sample = itih_demo_find( $slug, array( 'post', 'page' ) );
		if ( $sample && ! get_post_meta( $sample, '_itih_demo', true ) ) {
			wp_delete_post( $sample, true );
		}
	}
	wp_update_custom_css_post( implode( "\n", $site['css'] ) );
}

function itih_demo_find( $slug, $types ) {
	$found = get_posts(
		array(
			'name'        => $slug,
			'post_type'   => $types,
			'post_status' => 'any',
			'numberposts' => 1,
			'fields'      => 'ids',
		)
	);
	return $found ? $found[0] : 0;
}

function itih_demo_insert( $fields ) {
	$fields['ID'] = itih_demo_find( $fields['post_name'], $fields['post_type'] );
	$id           = wp_insert_post( wp_slash( $fields + array( 'post_status' => 'publish' ) ), true );
	if ( is_wp_error( $id ) ) {
		throw new RuntimeException( $fields['post_name'] . ': ' . $id->get_error_message() );
	}
	update_post_meta( $id, '_itih_demo', 1 );
	return $id;
}

function itih_demo_article( $article ) {
	$fields = array(
		'post_type'    => $article['type'],
		'post_name'    => $article['slug'],
		'post_title'   => $article['title'],
		'post_excerpt' => $article['excerpt'],
		'post_content' => $article['content'],
	);
	if ( isset( $article['date'] ) ) {
		$fields['post_date']     = $article['date'] . ' 09:00:00';
		$fields['post_date_gmt'] = $fields['post_date'];
	}
	$id = itih_demo_insert( $fields );
	if ( 'post' === $article['type'] ) {
		wp_set_post_tags( $id, $article['tags'] );
		wp_set_post_categories( $id, array_map( 'itih_demo_category', $article['categories'] ) );
	}
	return $id;
}

function itih_demo_category( $name ) {
	$term = term_exists( $name, 'category' );
	$term = $term ? $term : wp_insert_term( $name, 'category' );
	return (int) $term['term_id'];
}

function itih_demo_media( $file, $folder ) {
	$slug = sanitize_title( $file['title'] );
	$id   = itih_demo_find( $slug, 'attachment' );
	if ( $id ) {
		copy( $folder . '/' . $file['file'], get_attached_file( $id ) );
		return $id;
	}
	$upload = wp_upload_bits( $file['file'], null, file_get_contents( $folder . '/' . $file['file'] ) );
	if ( $upload['error'] ) {
		throw new RuntimeException( $file['file'] . ': ' . $upload['error'] );
	}
	return wp_insert_attachment(
		array(
			'post_title'     => $file['title'],
			'post_name'      => $slug,
			'post_mime_type' => wp_check_filetype( $file['file'] )['type'],
			'post_status'    => 'inherit',
		),
		$upload['file'],
		0,
		true
	);
}

/** The default themes come with a header, a footer and a list of posts full of examples. */
function itih_demo_theme( $site, $ids ) {
	$pages = fn( $slugs ) => array_map( fn( $slug ) => $ids[ $slug ], $slugs );
	itih_demo_part( 'header', itih_demo_header( $pages( $site['navigation'] ) ) );
	itih_demo_part( 'footer', itih_demo_footer( $pages( $site['footer'] ) ) );
	itih_demo_theme_post( 'wp_template', 'home', itih_demo_news() );
}

function itih_demo_part( $area, $content ) {
	$id = itih_demo_theme_post( 'wp_template_part', $area, $content );
	wp_set_object_terms( $id, $area, 'wp_template_part_area' );
}

function itih_demo_theme_post( $type, $slug, $content ) {
	$id = itih_demo_insert(
		array(
			'post_type'    => $type,
			'post_name'    => $slug,
			'post_title'   => ucfirst( $slug ),
			'post_content' => $content,
		)
	);
	wp_set_object_terms( $id, get_stylesheet(), 'wp_theme' );
	return $id;
}

function itih_demo_news() {
	return '<!-- wp:template-part {"slug":"header","tagName":"header"} /-->'
		. '<!-- wp:group {"tagName":"main","className":"museum-news","layout":{"type":"constrained"}} --><main class="wp-block-group museum-news">'
		. '<!-- wp:heading {"level":1} --><h1 class="wp-block-heading">News</h1><!-- /wp:heading -->'
		. '<!-- wp:query {"query":{"perPage":10,"postType":"post","order":"desc","orderBy":"date","inherit":true}} --><div class="wp-block-query">'
		. '<!-- wp:post-template -->'
		. '<!-- wp:post-title {"isLink":true,"fontSize":"large"} /--><!-- wp:post-date /--><!-- wp:post-excerpt /-->'
		. '<!-- /wp:post-template -->'
		. '<!-- wp:query-pagination --><!-- wp:query-pagination-previous /--><!-- wp:query-pagination-next /--><!-- /wp:query-pagination -->'
		. '</div><!-- /wp:query --></main><!-- /wp:group -->'
		. '<!-- wp:template-part {"slug":"footer","tagName":"footer"} /-->';
}

function itih_demo_link( $id, $block ) {
	$attributes = array(
		'label' => get_the_title( $id ),
		'type'  => 'page',
		'id'    => $id,
		'url'   => wp_make_link_relative( get_permalink( $id ) ), // The port may change.
		'kind'  => 'post-type',
	);
	return '<!-- wp:' . $block . ' ' . serialize_block_attributes( $attributes ) . ' /-->';
}

function itih_demo_header( $ids ) {
	$links = implode( '', array_map( fn( $id ) => itih_demo_link( $id, 'navigation-link' ), $ids ) );
	return '<!-- wp:group {"className":"museum-header","layout":{"type":"constrained"}} --><div class="wp-block-group museum-header">'
		. '<!-- wp:group {"align":"wide","layout":{"type":"flex","justifyContent":"space-between"}} --><div class="wp-block-group alignwide">'
		. '<!-- wp:site-title {"level":0} /-->'
		. '<!-- wp:navigation {"overlayMenu":"mobile","fontSize":"small"} -->' . $links . '<!-- /wp:navigation -->'
		. '</div><!-- /wp:group --></div><!-- /wp:group -->';
}

function itih_demo_footer( $ids ) {
	$links = implode( '', array_map( fn( $id ) => itih_demo_link( $id, 'navigation-link' ), $ids ) );
	return '<!-- wp:group {"className":"museum-footer","layout":{"type":"constrained"}} --><div class="wp-block-group museum-footer">'
		. '<!-- wp:group {"align":"wide","layout":{"type":"flex","justifyContent":"space-between"}} --><div class="wp-block-group alignwide">'
		. '<!-- wp:site-tagline /-->'
		. '<!-- wp:navigation {"overlayMenu":"never","fontSize":"small"} -->' . $links . '<!-- /wp:navigation -->'
		. '</div><!-- /wp:group --></div><!-- /wp:group -->';
}

function itih_demo_activate( $plugin ) {
	$error = activate_plugin( $plugin );
	if ( is_wp_error( $error ) ) {
		throw new RuntimeException( $plugin . ': ' . $error->get_error_message() );
	}
}
