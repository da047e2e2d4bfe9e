import { useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { LocalModelsReply } from '../../server/contract/local-models.ts';
import { api, type ApiError } from '../api.ts';
import { Button, ErrorNotice, Notice, SelectControl, TextControl } from '../components/controls.tsx';
import { Progress } from '../components/facts.tsx';
import { formatBytes } from '../format.ts';
import { LoadState } from '../components/section.tsx';
import { useAction, usePolling, useResource } from '../use-resource.ts';
import { settingValue, storedValue, type SettingsForm } from '../settings/draft.ts';

const path = 'embeddings.local.model';
const english = 'english';
const pollMs = 1000;

type Download = NonNullable<LocalModelsReply['download']>;

function costText(chosen: string, { models, automatic }: LocalModelsReply): string {
  if (!models.some(({ name }) => name === chosen)) {
    return __(
      'This model is not on this machine, or is not in the ONNX format: pages are found by their words.',
      'itih-rag-chat',
    );
  }
  if (chosen !== english) {
    return __(
      'Takes about as much memory as its files while it works, and up to 350 MB more.',
      'itih-rag-chat',
    );
  }
  return automatic === english
    ? __(
        'Reads English; pages in other languages are found by their words. Takes up to 300 MB of memory while it works, and about four minutes for 1,000 passages.',
        'itih-rag-chat',
      )
    : sprintf(
        /* translators: %s: name of a model. */
        __(
          'By the language of your site: %s. Takes up to 350 MB of memory while it works, and about seven minutes for 1,000 passages.',
          'itih-rag-chat',
        ),
        automatic,
      );
}

function ModelChoice({ form, data }: { form: SettingsForm; data: LocalModelsReply }) {
  const chosen = (settingValue(form, path) as string) || english;
  const names = new Set([...data.models.map(({ name }) => name), chosen]);
  return (
    <SelectControl
      name={path}
      label={__('Model', 'itih-rag-chat')}
      help={form.errors[path] ?? costText(chosen, data)}
      value={chosen}
      options={[...names].map((value) => ({
        value,
        label: value === english ? __('Automatic', 'itih-rag-chat') : value,
      }))}
      onChange={(value: string) => form.set({ [path]: value })}
    />
  );
}

/** The multilingual model. Until it is here, pages in other languages than English are found by their words. */
function MultilingualOffer({ data, change }: Omit<OwnProps, 'form'>) {
  const { offer } = data;
  if (!offer) return null;
  const download = offer.downloadable && (
    <Button
      type="button"
      variant="secondary"
      disabled={data.download?.state === 'running'}
      onClick={() => void change(() => api.downloadLocalModel(offer.name))}
    >
      {sprintf(
        /* translators: %s: a size, such as "48 MB". */
        __('Download the multilingual model (%s)', 'itih-rag-chat'),
        formatBytes(offer.bytes),
      )}
    </Button>
  );
  if (!offer.wanted) return download || null;
  return (
    <Notice status="warning">
      <p>
        {sprintf(
          /* translators: %s: name of a model. */
          __(
            'Pages in other languages than English are found by their words alone, and questions that use other words find less, until the model %s is on this machine.',
            'itih-rag-chat',
          ),
          offer.name,
        )}
      </p>
      {download || (
        <p>
          {__(
            'The archive with "full" in its name has it. Or put its folder into the folder for models: docs/hosting.md.',
            'itih-rag-chat',
          )}
        </p>
      )}
    </Notice>
  );
}

function DownloadState({ download }: { download: Download }) {
  const { name, state, file, bytes, total, error } = download;
  if (state === 'running') {
    return (
      <Progress
        label={__('Download', 'itih-rag-chat')}
        text={
          total === null
            ? /* translators: 1: name of a file. 2: a size, such as "12 MB". */
              sprintf(__('%1$s: %2$s', 'itih-rag-chat'), file, formatBytes(bytes))
            : sprintf(
                /* translators: 1: name of a file. 2: size so far, such as "12 MB". 3: full size. */
                __('%1$s: %2$s of %3$s', 'itih-rag-chat'),
                file,
                formatBytes(bytes),
                formatBytes(total),
              )
        }
        done={bytes}
        total={total ?? 0}
      />
    );
  }
  const done = state === 'done';
  return (
    <Notice status={done ? 'success' : 'error'}>
      {done
        ? /* translators: %s: name of a model. */
          sprintf(__('%s is here, and can be chosen as the model.', 'itih-rag-chat'), name)
        : /* translators: 1: name of a model. 2: a sentence that says what is wrong. */
          sprintf(__('%1$s was not downloaded. %2$s', 'itih-rag-chat'), name, error ?? '')}
    </Notice>
  );
}

interface OwnProps {
  form: SettingsForm;
  data: LocalModelsReply;
  change: (call: () => Promise<LocalModelsReply>) => Promise<boolean>;
}

/** Models that the owner has downloaded. The one that is stored as the choice stays. */
function OwnModels({ form, data, change }: OwnProps) {
  const own = data.models.filter(({ included }) => !included);
  if (own.length === 0) return null;
  const kept = [storedValue(form.settings, path), settingValue(form, path)];
  return (
    <ul>
      {own.map(({ name, bytes }) => (
        <li key={name}>
          <span dir="ltr">{name}</span>
          <span className="itih-hint">{formatBytes(bytes)}</span>
          {!kept.includes(name) && (
            <Button
              variant="link"
              isDestructive
              aria-label={
                /* translators: %s: name of a model. */
                sprintf(__('Remove %s', 'itih-rag-chat'), name)
              }
              onClick={() => void change(() => api.removeLocalModel(name))}
            >
              {__('Remove', 'itih-rag-chat')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

function AddModel({ data, change, error }: Omit<OwnProps, 'form'> & { error?: ApiError }) {
  const [address, setAddress] = useState('');
  const running = data.download?.state === 'running';
  async function start() {
    if (await change(() => api.downloadLocalModel(address))) setAddress('');
  }
  const problem = error?.fields['address'];
  return (
    <>
      <TextControl
        name="local.address"
        label={__('Download another model', 'itih-rag-chat')}
        help={
          problem ??
          __(
            'Address of a sentence encoder in the ONNX format, such as https://huggingface.co/Xenova/bge-small-en-v1.5.',
            'itih-rag-chat',
          )
        }
        aria-invalid={problem !== undefined}
        type="text"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
        value={address}
        disabled={running}
        onChange={(value) => setAddress(value.trim())}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Enter would save the settings.
          event.preventDefault();
          if (address) void start();
        }}
      />
      <Button
        type="button"
        variant="secondary"
        disabled={address === '' || running}
        onClick={() => void start()}
      >
        {__('Download', 'itih-rag-chat')}
      </Button>
    </>
  );
}

/** Which model on the own machine embeds, and how another one comes there. */
export function LocalModelFields({ form }: { form: SettingsForm }) {
  const models = useResource(api.getLocalModels);
  const { data, reload, replace } = models;
  const { error, run } = useAction();
  const change = (call: () => Promise<LocalModelsReply>) => run(async () => replace(await call()));
  usePolling(reload, data?.download?.state === 'running' ? pollMs : null);
  if (!data) return <LoadState of={models} lines={3} />;
  const isWanted = data.models.some(({ name }) => name !== english) || data.download !== null;
  return (
    <>
      <ModelChoice form={form} data={data} />
      {data.offer?.wanted && <MultilingualOffer data={data} change={change} />}
      {data.download && <DownloadState download={data.download} />}
      {data.folder !== null && (
        <details className="itih-local-models" open={isWanted}>
          <summary>{__('Another model', 'itih-rag-chat')}</summary>
          <OwnModels form={form} data={data} change={change} />
          {!data.offer?.wanted && <MultilingualOffer data={data} change={change} />}
          <AddModel data={data} change={change} {...(error && { error })} />
          {error && Object.keys(error.fields).length === 0 && <ErrorNotice error={error} />}
        </details>
      )}
    </>
  );
}
