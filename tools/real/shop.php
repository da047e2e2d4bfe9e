<?php
/** Fills a shop by WooCommerce's own classes, for `wp eval-file`, which refuses a declaration of strict types. */

defined( 'ABSPATH' ) || exit;

WC_Install::create_pages();
foreach ( array( 'woocommerce_coming_soon' => 'no', 'woocommerce_currency' => 'EUR', 'woocommerce_weight_unit' => 'g' ) as $option => $value ) {
	update_option( $option, $value );
}

/** Saves a product with the values of its setters. */
$save = static function ( WC_Product $product, array $values ): int {
	$product->set_props( $values );
	return $product->save();
};
$attribute = static function ( string $name, array $options, bool $is_choice ): WC_Product_Attribute {
	$attribute = new WC_Product_Attribute();
	$attribute->set_name( $name );
	$attribute->set_options( $options );
	$attribute->set_visible( true );
	$attribute->set_variation( $is_choice );
	return $attribute;
};

$save(
	new WC_Product_Simple(),
	array( 'name' => 'Kumo teapot', 'regular_price' => '74.50', 'sku' => 'KUMO-800', 'weight' => '640', 'manage_stock' => true, 'stock_quantity' => 7, 'description' => 'A round teapot of cast iron, made by hand in Morioka. It keeps tea warm for an hour.' )
);
$save(
	new WC_Product_Simple(),
	array( 'name' => 'Glass teapot', 'regular_price' => '39.00', 'sale_price' => '29.90', 'date_on_sale_from' => time() - DAY_IN_SECONDS, 'date_on_sale_to' => time() + 20 * DAY_IN_SECONDS, 'sku' => 'GLASS-1', 'description' => 'A teapot of thin glass. One can watch the leaves open.' )
);
$save(
	new WC_Product_Simple(),
	array( 'name' => 'Bamboo whisk', 'regular_price' => '18.00', 'sku' => 'WHISK-80', 'stock_status' => 'outofstock', 'description' => 'A whisk with eighty tines, cut from one piece of bamboo.' )
);
$save(
	new WC_Product_Simple(),
	array( 'name' => 'Warehouse crate', 'regular_price' => '3.33', 'catalog_visibility' => 'hidden', 'description' => 'A crate for the staff of the warehouse, painted purple.' )
);

$sencha = $save(
	new WC_Product_Variable(),
	array(
		'name'        => 'Sencha',
		'description' => 'A green tea with a taste of fresh grass. Let it draw for two minutes.',
		'attributes'  => array(
			$attribute( 'Size', array( '50 g', '100 g', '250 g' ), true ),
			$attribute( 'Packing', array( 'bag', 'tin' ), true ),
			$attribute( 'Origin', array( 'Shizuoka' ), false ),
		),
	)
);
foreach ( array( array( '50 g', 'bag', '6.40', 'instock' ), array( '100 g', 'bag', '11.80', 'instock' ), array( '250 g', 'bag', '26.00', 'outofstock' ), array( '100 g', 'tin', '14.20', 'instock' ) ) as list( $size, $packing, $price, $stock ) ) {
	$save(
		new WC_Product_Variation(),
		array( 'parent_id' => $sencha, 'attributes' => array( 'size' => $size, 'packing' => $packing ), 'regular_price' => $price, 'stock_status' => $stock, 'sku' => "SENCHA-$size-$packing" )
	);
}
WC_Product_Variable::sync( $sencha );
