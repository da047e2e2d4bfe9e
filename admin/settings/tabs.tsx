import { __, sprintf } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import type { StatusReply } from '../../server/contract/admin.ts';
import { api } from '../api.ts';
import { Button, Notice } from '../components/controls.tsx';
import { AiOff } from '../components/frame.tsx';
import { Preview } from '../components/preview.tsx';
import { Section } from '../components/section.tsx';
import { formatCompact } from '../format.ts';
import {
  EmbeddingFields,
  RerankFields,
  useEstimate,
  workText,
} from '../models/embedding-fields.tsx';
import { IndexBuild } from '../models/index-build.tsx';
import { LanguageModelFields } from '../models/language-model-fields.tsx';
import { ReadingTab } from '../knowledge/reading.tsx';
import { type Colors, type ThemeName, widgetTheme } from '../look.ts';
import { builtin } from '../models/providers.ts';
import { useQuery } from '../page.ts';
import type { Site } from '../site.ts';
import { ToolsPanel } from '../tools/tools-panel.tsx';
import { useResource } from '../use-resource.ts';
import { StoreFacts, VectorStoreFields } from '../vector-store/vector-store-fields.tsx';
import { ColorsField } from './colors-field.tsx';
import { draftOf, type SettingsForm, settingValue } from './draft.ts';
import { FieldSection } from './field-view.tsx';
import type { TabName } from './field.ts';
import { TransferSection } from './transfer-section.tsx';

/** Settings that the widget takes as they are. */
const plain = [
  'position',
  'offset_x',
  'offset_y',
  'label',
  'bot_name',
  'welcome',
  'avatar',
  'logo',
  'show_credit',
];

/** Returns the configuration of the widget with the unsaved look. */
function configOf(form: SettingsForm): object {
  const value = (name: string) => settingValue(form, `appearance.${name}`);
  const config = Object.fromEntries(plain.map((name) => [name, value(name)]));
  const starters = settingValue(form, 'chat.starters');
  return {
    ...config,
    ...(starters !== undefined && { starters }),
    theme: widgetTheme(value('theme') as ThemeName, value('colors') as Colors),
  };
}

/** The look of the chat, with the real widget beside the fields. */
const AppearanceTab = (props: { form: SettingsForm; site: Site }) => (
  <div className="itih-appearance">
    <div className="itih-column">
      <FieldSection {...props} id="identity" title={__('Name and pictures', 'itih-rag-chat')} />
      <FieldSection {...props} id="look" title={__('Theme and colours', 'itih-rag-chat')}>
        <ColorsField form={props.form} />
      </FieldSection>
      <FieldSection {...props} id="position" title={__('Place on the page', 'itih-rag-chat')} />
    </div>
    {props.site.previewUrl && <Preview url={props.site.previewUrl} config={configOf(props.form)} />}
  </div>
);

const ofToday = (signal: AbortSignal) => api.getFigures(1, signal);

/** How much of the budgets is used; nothing while that is not known. */
function BudgetUse() {
  const { data } = useResource(ofToday);
  if (!data) return null;
  const { day, month } = data.budget;
  return (
    <p className="itih-hint" id="itih-budget-use">
      {sprintf(
        /* translators: 1: number of tokens, such as "12K". 2: number of tokens. */
        __('Used so far: %1$s tokens today, %2$s this month.', 'itih-rag-chat'),
        formatCompact(day.used),
        formatCompact(month.used),
      )}
    </p>
  );
}

const sizes = ['indexing.chunk_size', 'indexing.chunk_overlap', 'indexing.min_chunk_chars'];

/** Says what passages of another length cost, before they are saved. */
function RechunkNotice({ form }: { form: SettingsForm }) {
  const estimate = useEstimate(draftOf(form.draft, 'indexing'));
  if (!sizes.some((path) => path in form.draft)) return null;
  return (
    <Notice status="info">
      {__('When you save this, everything is read again.', 'itih-rag-chat')}
      {estimate && <p>{workText(estimate)}</p>}
    </Notice>
  );
}

interface TabProps {
  form: SettingsForm;
  site: Site;
  status: StatusReply | undefined;
  /** Fields with a state of their own start again when this changes. */
  saves: number;
  /** False, after telling the user why, when the fields in view are not ready. */
  ready: () => boolean;
  /** Resolves to whether all is stored. */
  save: () => Promise<boolean>;
  /** The state of the sidecar may have changed. */
  onChanged: () => void;
}

const GeneralTab = (props: TabProps) => (
  <>
    <FieldSection {...props} id="general" title={__('Chat on your site', 'itih-rag-chat')} />
    <FieldSection {...props} id="where" title={__('Where it shows', 'itih-rag-chat')} />
    <FieldSection {...props} id="mail" title={__('Weekly mail', 'itih-rag-chat')} />
  </>
);

/** Fills the empty fields of the card with what the site's pages say. */
function UseFound({ form }: { form: SettingsForm }) {
  const missing = Object.entries(form.found).filter(
    ([path, text]) => text !== '' && settingValue(form, path) === '',
  );
  if (missing.length === 0) return null;
  return (
    <Notice status="info">
      <p>
        {__('Your pages say more than this card. Look at it in the empty fields.', 'itih-rag-chat')}
      </p>
      <Button variant="secondary" onClick={() => form.set(Object.fromEntries(missing))}>
        {__('Use what was found', 'itih-rag-chat')}
      </Button>
    </Notice>
  );
}

function ModelsTab({ form, saves, site }: TabProps) {
  const isBuiltin = settingValue(form, 'llm.provider') === builtin;
  return (
    <>
      <Section id="models" title={__('How it answers', 'itih-rag-chat')}>
        <AiOff site={site} />
        <div key={saves} className="itih-form">
          <LanguageModelFields form={form} />
        </div>
      </Section>
      {!isBuiltin && (
        <FieldSection
          id="manner"
          title={__('How the AI writes', 'itih-rag-chat')}
          form={form}
          site={site}
        />
      )}
    </>
  );
}

const EmbeddingsTab = ({ form, saves, status, site }: TabProps) => (
  <>
    <Section id="embeddings-tab" title={__('Find by meaning', 'itih-rag-chat')}>
      <AiOff site={site} />
      <div className="itih-form">
        <EmbeddingFields key={saves} form={form} />
        <IndexBuild index={status?.index} />
      </div>
    </Section>
    <Section id="reranking" title={__('Better order', 'itih-rag-chat')}>
      <div className="itih-form">
        <RerankFields key={saves} form={form} />
      </div>
    </Section>
  </>
);

const StoreTab = ({ status, ...props }: TabProps) => (
  <Section id="vector-store" title={__('Where it is stored', 'itih-rag-chat')}>
    {status && <StoreFacts store={status.vector_store} />}
    <VectorStoreFields {...props} />
  </Section>
);

/** Shows what is read of a post with the stored settings; while no sidecar answers, nothing can be read. */
function PageReading({ form }: TabProps) {
  const { query, change } = useQuery();
  if (settingValue(form, 'indexing.fields') === undefined) return null;
  return <ReadingTab query={query} tab="indexing" onChange={change} />;
}

const ContentTab = (props: TabProps) => (
  <>
    <FieldSection {...props} id="posts" title={__('Posts and pages', 'itih-rag-chat')} />
    <FieldSection {...props} id="fields" title={__('Custom fields', 'itih-rag-chat')} />
    <FieldSection {...props} id="rechecks" title={__('Other web pages', 'itih-rag-chat')} />
    <PageReading {...props} />
  </>
);

const PassagesTab = (props: TabProps) => (
  <>
    <FieldSection
      {...props}
      id="division"
      title={__('How texts are divided', 'itih-rag-chat')}
      hint={__(
        'Texts are divided into passages, which questions are compared with. After a change, everything is read again.',
        'itih-rag-chat',
      )}
    >
      <RechunkNotice form={props.form} />
    </FieldSection>
    <FieldSection {...props} id="use" title={__('How many are used', 'itih-rag-chat')} />
  </>
);

/** Questions that are suggested, the card of the place, and how a person is reached. */
const QuestionsTab = (props: TabProps) => (
  <>
    <FieldSection {...props} id="conversation" title={__('Questions', 'itih-rag-chat')} />
    <FieldSection
      {...props}
      id="unknown"
      title={__('A person, and when nothing is found', 'itih-rag-chat')}
    />
    <UseFound form={props.form} />
    <FieldSection
      {...props}
      id="place"
      title={__('Your place', 'itih-rag-chat')}
      hint={__(
        'Visitors who ask for this get it in your words, whatever your pages say. An AI knows it with every question. What is empty is answered from your pages.',
        'itih-rag-chat',
      )}
    />
    <FieldSection
      {...props}
      id="hours"
      title={__('Opening hours', 'itih-rag-chat')}
      hint={__(
        'In your own words, such as “9:00–12:00, 14:00–18:00” or “closed”. An empty day is not told.',
        'itih-rag-chat',
      )}
    />
  </>
);

const LimitsTab = (props: TabProps) => (
  <>
    <FieldSection
      {...props}
      id="budgets"
      title={__('Cost', 'itih-rag-chat')}
      hint={__(
        "What an AI may use for all visitors together. Days and months begin at midnight UTC. The site's administrator gets a mail when 80% are used. After that the built-in answers take over if they are chosen for that case; otherwise visitors read that the chat has reached its limit, with your contact line.",
        'itih-rag-chat',
      )}
    >
      <BudgetUse />
    </FieldSection>
    <FieldSection
      {...props}
      id="rates"
      title={__('How often', 'itih-rag-chat')}
      hint={__(
        'So many questions in any so many seconds. A school class or an office shares one address: leave room for all of them there, and be strict with a conversation.',
        'itih-rag-chat',
      )}
    />
  </>
);

const PrivacyTab = (props: TabProps) => (
  <FieldSection {...props} id="privacy" title={__('Privacy', 'itih-rag-chat')}>
    {props.site.privacyUrl && (
      <p>
        <a href={props.site.privacyUrl}>{__("Your site's privacy policy", 'itih-rag-chat')}</a>
      </p>
    )}
  </FieldSection>
);

const AdvancedTab = (props: TabProps) => (
  <>
    <FieldSection {...props} id="advanced" title={__('Operation', 'itih-rag-chat')} />
    <FieldSection
      {...props}
      id="concurrent"
      title={__('Answers at the same time', 'itih-rag-chat')}
    />
    <FieldSection {...props} id="proxies" title={__('Behind a proxy', 'itih-rag-chat')} />
    <TransferSection form={props.form} />
  </>
);

interface Tab {
  text: string;
  content: (props: TabProps) => ReactNode;
  /** It has settings that the plugin owns, which can be changed while no sidecar answers. */
  offline?: true;
  /** Each action on it is stored at once, so that there is nothing to save. */
  immediate?: true;
  /** A part of the last tab. */
  isPart?: true;
}

/** The tabs of the screen in their order, and the parts of the last one. */
export const settingsTabs = (): Record<Exclude<TabName, 'answers'>, Tab> => ({
  '': { text: __('General', 'itih-rag-chat'), content: GeneralTab, offline: true },
  appearance: { text: __('Look', 'itih-rag-chat'), content: AppearanceTab, offline: true },
  chat: { text: __('Questions and contact', 'itih-rag-chat'), content: QuestionsTab },
  models: { text: __('AI model', 'itih-rag-chat'), content: ModelsTab },
  indexing: { text: __('Content', 'itih-rag-chat'), content: ContentTab, offline: true },
  limits: { text: __('Limits and cost', 'itih-rag-chat'), content: LimitsTab },
  privacy: { text: __('Privacy', 'itih-rag-chat'), content: PrivacyTab },
  advanced: { text: __('Advanced', 'itih-rag-chat'), content: AdvancedTab, offline: true },
  embeddings: {
    text: __('Find by meaning', 'itih-rag-chat'),
    content: EmbeddingsTab,
    isPart: true,
  },
  passages: { text: __('Passages', 'itih-rag-chat'), content: PassagesTab, isPart: true },
  store: { text: __('Where it is stored', 'itih-rag-chat'), content: StoreTab, isPart: true },
  mcp: {
    text: __('Tools', 'itih-rag-chat'),
    content: ToolsPanel,
    immediate: true,
    isPart: true,
  },
});
