import { useRef } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type { StatusReply } from '../../server/contract/admin.ts';
import type { LoadedSettings } from '../api.ts';
import { Tabs } from '../components/tabs.tsx';
import type { Site } from '../site.ts';
import { useQuery, useUnsavedWarning } from '../page.ts';
import { ConflictDialog, SaveBar, useSettingsForm } from './saving.tsx';
import type { TabName } from './field.ts';
import { tabOf } from './fields.ts';
import { settingsTabs } from './tabs.tsx';
import { Notice } from '../components/controls.tsx';

interface Props {
  loaded: LoadedSettings;
  site: Site;
  status: StatusReply | undefined;
  replace: (loaded: LoadedSettings) => void;
  onChanged: () => void;
}

const focusOn = (path: string) =>
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`.itih-admin [name="${path}"]`)?.focus(),
  );

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
  const names = Object.keys(tabs) as (keyof typeof tabs)[];
  const open = names.find((name) => name === query.get('tab')) ?? '';
  const { content: Content, offline, immediate } = tabs[open];
  useUnsavedWarning(unsaved.length > 0);

  const edited = new Set<TabName>(unsaved.map(tabOf));

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
      <Tabs
        label={__('Settings', 'itih-rag-chat')}
        tabs={names.map((name) => ({ name, text: tabs[name].text, unsaved: edited.has(name) }))}
        open={open}
        reset={{ post: '' }}
        onFollow={change}
      />
      {loaded.partial && !offline ? (
        <Notice status="info">
          {__(
            'These settings are kept by the sidecar, and can be changed as soon as it answers again.',
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
