<?php
/** A vendor of WordPress' own AI client, made of core's classes, at the address of a fake. */

namespace Lantern;

use WordPress\AiClient\AiClient;
use WordPress\AiClient\Providers\ApiBasedImplementation\AbstractApiProvider;
use WordPress\AiClient\Providers\ApiBasedImplementation\ListModelsApiBasedProviderAvailability;
use WordPress\AiClient\Providers\Contracts\ModelMetadataDirectoryInterface;
use WordPress\AiClient\Providers\Contracts\ProviderAvailabilityInterface;
use WordPress\AiClient\Providers\DTO\ProviderMetadata;
use WordPress\AiClient\Providers\Enums\ProviderTypeEnum;
use WordPress\AiClient\Providers\Http\DTO\Request;
use WordPress\AiClient\Providers\Http\DTO\Response;
use WordPress\AiClient\Providers\Http\Enums\HttpMethodEnum;
use WordPress\AiClient\Providers\Http\Enums\RequestAuthenticationMethod;
use WordPress\AiClient\Providers\Models\Contracts\ModelInterface;
use WordPress\AiClient\Providers\Models\DTO\ModelMetadata;
use WordPress\AiClient\Providers\Models\DTO\SupportedOption;
use WordPress\AiClient\Providers\Models\Enums\CapabilityEnum;
use WordPress\AiClient\Providers\Models\Enums\OptionEnum;
use WordPress\AiClient\Providers\OpenAiCompatibleImplementation\AbstractOpenAiCompatibleModelMetadataDirectory;
use WordPress\AiClient\Providers\OpenAiCompatibleImplementation\AbstractOpenAiCompatibleTextGenerationModel;

if ( ! class_exists( AiClient::class ) ) {
	return;
}

class Models extends AbstractOpenAiCompatibleModelMetadataDirectory {
	protected function createRequest( HttpMethodEnum $method, string $path, array $headers = array(), $data = null ): Request {
		return new Request( $method, Provider::url( $path ), $headers, $data );
	}

	protected function parseResponseToModelMetadataList( Response $response ): array {
		$options = array_map( static fn( $name ) => new SupportedOption( $name ), array( OptionEnum::systemInstruction(), OptionEnum::maxTokens(), OptionEnum::inputModalities(), OptionEnum::outputModalities() ) );
		$able    = array( CapabilityEnum::textGeneration(), CapabilityEnum::chatHistory() );
		// The others do not take what the class of core sends.
		$ids = array_values( preg_grep( '/^(gpt-4|claude)/', array_column( $response->getData()['data'], 'id' ) ) );
		return array_map( static fn( $id ) => new ModelMetadata( $id, $id, $able, $options ), $ids );
	}
}

class Writer extends AbstractOpenAiCompatibleTextGenerationModel {
	protected function createRequest( HttpMethodEnum $method, string $path, array $headers = array(), $data = null ): Request {
		return new Request( $method, Provider::url( $path ), $headers, $data, $this->getRequestOptions() );
	}
}

class Provider extends AbstractApiProvider {
	protected static function baseUrl(): string {
		return (string) get_option( 'lantern_url' );
	}

	protected static function createModel( ModelMetadata $model, ProviderMetadata $provider ): ModelInterface {
		return new Writer( $model, $provider );
	}

	protected static function createProviderMetadata(): ProviderMetadata {
		return new ProviderMetadata( 'lantern', 'Lantern', ProviderTypeEnum::cloud(), null, RequestAuthenticationMethod::apiKey() );
	}

	protected static function createProviderAvailability(): ProviderAvailabilityInterface {
		return new ListModelsApiBasedProviderAvailability( static::modelMetadataDirectory() );
	}

	protected static function createModelMetadataDirectory(): ModelMetadataDirectoryInterface {
		return new Models();
	}
}

add_action( 'init', static fn() => AiClient::defaultRegistry()->registerProvider( Provider::class ), 5 );
// Core asks no program on this machine.
add_filter( 'http_request_host_is_external', '__return_true' );
add_filter( 'http_allowed_safe_ports', static fn( $ports ) => array( ...$ports, wp_parse_url( (string) get_option( 'lantern_url' ), PHP_URL_PORT ) ) );
