import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type { StatusReply } from '../../../server/contract/admin.ts';
import { ConnectionCard } from '../../components/cards.tsx';
import { Button, Notice } from '../../components/controls.tsx';
import { type Connection, ConnectionProblem } from '../../components/frame.tsx';
import { type QueryChanges } from '../../page.ts';
import { type Site, ways } from '../../site.ts';
import type { Resource } from '../../use-resource.ts';
import { StepEnd } from '../steps.tsx';
import { Disconnect } from './disconnect.tsx';
import { Watch } from './watch.tsx';
import { WayCard } from './way-card.tsx';
import { WayList } from './way-list.tsx';

interface Props {
  site: Site;
  status: Resource<StatusReply>;
  connection: Connection;
  query: URLSearchParams;
  onFollow: (changes: QueryChanges, how?: 'replace') => void;
  onNext: () => void;
}

/** The ways to a running service, and whether it answers. */
function Choice({ site, status, query, onFollow }: Omit<Props, 'connection' | 'onNext'>) {
  const [address, setAddress] = useState(site.sidecarUrl);
  const look = () => void status.reload();
  const way = ways.find((one) => one === query.get('way')) ?? (site.place.found || 'cli');
  return (
    <div className="itih-where">
      <WayList
        chosen={way}
        found={site.place.found}
        onChoose={(chosen) => onFollow({ way: chosen }, 'replace')}
      />
      <WayCard
        key={way}
        way={way}
        site={{ ...site, sidecarUrl: address }}
        onStored={(stored) => {
          setAddress(stored);
          look();
        }}
      >
        {status.error && <Watch error={status.error} address={address} onLook={look} />}
      </WayCard>
    </div>
  );
}

/** Where the answer service runs: until it answers, how to start it; then how it is, and how it is moved. */
export function WhereStep({ site, status, connection, query, onFollow, onNext }: Props) {
  const [moving, setMoving] = useState(false);
  const [gone, setGone] = useState(false);
  const look = () => void status.reload();
  const isNew = connection === 'new';
  const choice = <Choice {...{ site, status, query, onFollow }} />;
  if (isNew) return choice;
  return (
    <>
      {status.error && !gone && (
        <ConnectionProblem
          error={status.error}
          checking={status.loading}
          site={site}
          onCheck={look}
        />
      )}
      {!status.error && (
        <>
          <ConnectionCard status={status.data} />
          {status.data && <StepEnd action={__('Continue', 'itih-rag-chat')} onAction={onNext} />}
        </>
      )}
      {gone && (
        <Notice status="success">
          {__('Disconnected. The old code does not work any more.', 'itih-rag-chat')}
        </Notice>
      )}
      <div className="itih-actions">
        <Button variant="link" aria-expanded={moving} onClick={() => setMoving(!moving)}>
          {__('Let it run somewhere else', 'itih-rag-chat')}
        </Button>
        <Disconnect
          onDone={() => {
            setGone(true);
            look();
          }}
        />
      </div>
      {(moving || gone) && choice}
    </>
  );
}
