import { useRef } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type { StatusReply } from '../../server/contract/admin.ts';
import type { LoadedSettings } from '../api.ts';
import { Parts, Tabs } from '../components/tabs.tsx';
import type { Site } from '../site.ts';
import { type QueryChanges, useQuery, useUnsavedWarning } from '../page.ts';
import { ConflictDialog, SaveBar, useSettingsForm } from './saving.tsx';
import type { TabName } from './field.ts';
import { fieldOf, tabOf } from './fields.ts';
import { settingsTabs } from './tabs.tsx';
import { Notice } from '../components/controls.tsx';

type OwnTab = Exclude<TabName, 'answers'>;

interface Props {
  loaded: LoadedSettings;
  site: Site;
  status: StatusReply | undefined;
  replace: (loaded: LoadedSettings) => void;
  onChanged: () => void;
}

/** Shows the field of a path: unfolds what it is in, scrolls to it and gives it the focus. */
const focusOn = (path: string) =>
  requestAnimationFrame(() => {
    const found = (named: string) =>
      document.querySelector<HTMLElement>(`.itih-admin [data-path="${named}"]`);
    // An error may name an item of a list.
    const at = found(path) ?? found(fieldOf(path)?.path ?? '');
    const isField = at?.matches('input, select, textarea');
    const field = isField ? at : at?.querySelector<HTMLElement>('input, button');
    const folded = field?.closest('details');
    if (folded) folded.open = true;
    field?.scrollIntoView?.({ block: 'center' });
    field?.focus({ preventScroll: true });
  });

interface NavigationProps {
  open: OwnTab;
  /** Paths of settings. */
  unsaved: readonly string[];
  onFollow: (changes: QueryChanges) => void;
}

/** The tabs, and the parts of the last one while it is open. */
function Navigation({ open, unsaved, onFollow }: NavigationProps) {
  const tabs = settingsTabs();
  const names = Object.keys(tabs) as OwnTab[];
  const parts = names.filter((name) => name === 'advanced' || tabs[name].isPart);
  const edited = new Set<TabName>(unsaved.map(tabOf));
  return (
    <>
      <Tabs
        label={__('Settings', 'itih-rag-chat')}
        tabs={names
          .filter((name) => !tabs[name].isPart)
          .map((name) => ({
            name,
            text: tabs[name].text,
            unsaved: (name === 'advanced' ? parts : [name]).some((one) => edited.has(one)),
          }))}
        open={tabs[open].isPart ? 'advanced' : open}
        reset={{ post: '' }}
        onFollow={onFollow}
      />
      {parts.includes(open) && (
        <Parts
          label={tabs.advanced.text}
          tabs={parts.map((name) => ({
            name,
            text: name === 'advanced' ? __('Operation', 'itih-rag-chat') : tabs[name].text,
            unsaved: edited.has(name),
          }))}
          open={open}
          reset={{}}
          onFollow={onFollow}
        />
      )}
    </>
  );
}

/** One form over all tabs: what is edited stays when another tab is opened. */
export function SettingsTabs({ loaded, site, status, replace, onChanged }: Props) {
  const { query, change } = useQuery();
  const editing = useSettingsForm(loaded, (stored) => {
    replace(stored);
    onChanged();
  });
  const { form, saves, unsaved, conflict } = editing;
  const element = useRef<HTMLFormElement>(null);
  const tabs = settingsTabs();
  const names = Object.keys(tabs) as OwnTab[];
  const open = names.find((name) => name === query.get('tab')) ?? '';
  const { content: Content, offline, immediate } = tabs[open];
  useUnsavedWarning(unsaved.length > 0);

  async function save(): Promise<boolean> {
    const result = await editing.save();
    if (typeof result === 'object') {
      const [first = ''] = Object.keys(result);
      if (tabOf(first) !== open) change({ tab: tabOf(first) });
      focusOn(first);
    }
    return result === 'saved';
  }
  const view = (
    <Content
      form={form}
      site={site}
      status={status}
      saves={saves}
      ready={() => element.current?.reportValidity() ?? false}
      save={save}
      onChanged={onChanged}
    />
  );

  return (
    <>
      <Navigation open={open} unsaved={unsaved} onFollow={change} />
      {loaded.partial && !offline ? (
        <Notice status="info">
          {__(
            'These settings are kept by the answer service, and can be changed as soon as it answers again.',
            'itih-rag-chat',
          )}
        </Notice>
      ) : immediate ? (
        view
      ) : (
        <form
          ref={element}
          // Native messages tell which field is wrong; it is the same form on each tab.
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <div key={`${open} ${saves}`} className="itih-settings">
            {view}
          </div>
          <SaveBar editing={editing} />
        </form>
      )}
      {conflict && (
        <ConflictDialog
          conflict={conflict}
          draft={form.draft}
          onResolve={(mine) => void editing.resolve(conflict, mine)}
          onClose={editing.keepEditing}
        />
      )}
    </>
  );
}
