import { SourceLink } from '../components/source-link.tsx';

/** The page of a question. A client may name it by its path alone. */
export const AskedOn = ({ url }: { url: string }) =>
  /^https?:/i.test(url) ? (
    <SourceLink url={url} />
  ) : (
    url && <bdi className="itih-source">{url}</bdi>
  );
