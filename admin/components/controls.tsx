import {
  BaseControl,
  Button as WordPressButton,
  CheckboxControl as WordPressCheckbox,
  Modal,
  Notice as WordPressNotice,
  ProgressBar,
  SelectControl as WordPressSelect,
  TextareaControl as WordPressTextarea,
  TextControl as WordPressText,
  ToggleControl as WordPressToggle,
} from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { ComponentProps, ReactNode } from 'react';
import type { ApiError } from '../api.ts';

/*
 * WordPress is changing the height and the margin of its controls: newer versions warn about the
 * old look, old ones pass the properties that choose the new one on to the browser. Those that
 * have a progress bar (since WordPress 6.6) know them.
 *
 * Fields are found by their name: on WordPress 6.1 an `id` cuts a text field off from its label.
 */
const knowsNewLook = Boolean(ProgressBar);
const newSize = knowsNewLook ? { __next40pxDefaultSize: true } : {};
const newMargin = knowsNewLook ? { __nextHasNoMarginBottom: true } : {};
const newField = { ...newSize, ...newMargin };

type ButtonProps = ComponentProps<typeof WordPressButton>;
type CheckboxProps = ComponentProps<typeof WordPressCheckbox>;
type SelectProps = ComponentProps<typeof WordPressSelect>;
type TextareaProps = ComponentProps<typeof WordPressTextarea>;
type TextProps = ComponentProps<typeof WordPressText>;
type ToggleProps = ComponentProps<typeof WordPressToggle>;

export const Button = (props: ButtonProps) => <WordPressButton {...props} {...newSize} />;

export const CheckboxControl = (props: CheckboxProps) => (
  <WordPressCheckbox {...props} {...newMargin} />
);

export const SelectControl = (props: SelectProps) => <WordPressSelect {...props} {...newField} />;

export const TextControl = (props: TextProps) => <WordPressText {...props} {...newField} />;

export const TextareaControl = (props: TextareaProps) => (
  <WordPressTextarea {...props} {...newMargin} />
);

export const ToggleControl = (props: ToggleProps) => <WordPressToggle {...props} {...newMargin} />;

type NoticeProps = ComponentProps<typeof WordPressNotice>;

/** A message that stays unless it has `onRemove`. */
export const Notice = (props: NoticeProps) => (
  <WordPressNotice
    {...props}
    className="itih-notice"
    isDismissible={props.onRemove !== undefined}
  />
);

/** Sentences of the sidecar, which are not translated. */
export const Warnings = ({ warnings }: { warnings: readonly string[] }) =>
  warnings.map((warning) => (
    <Notice key={warning} status="warning">
      <span lang="en" dir="ltr">
        {warning}
      </span>
    </Notice>
  ));

interface LabelledProps {
  id: string;
  className: string;
  label: string;
  /** Path of the setting, by which an error finds it. */
  path?: string | undefined;
  children: ReactNode;
}

/** Several controls of one setting, below its name. */
export const Labelled = ({ id, className, label, path, children }: LabelledProps) => (
  <div className={className} role="group" aria-labelledby={id} data-path={path}>
    <BaseControl.VisualLabel>
      <span id={id}>{label}</span>
    </BaseControl.VisualLabel>
    {children}
  </div>
);

interface FormProps {
  className?: string;
  noValidate?: boolean;
  onSubmit: () => void;
  children: ReactNode;
}

/** A form that the page itself sends. */
export const Form = ({ onSubmit, ...rest }: FormProps) => (
  <form
    {...rest}
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
  />
);

export const SaveButton = ({ busy }: { busy: boolean }) => (
  <Button type="submit" variant="primary" isBusy={busy}>
    {busy ? __('Saving…', 'itih-rag-chat') : __('Save', 'itih-rag-chat')}
  </Button>
);

/** The id by which the lines of a request are found in the sidecar's log. */
export const RequestName = ({ id }: { id: string }) => (
  <span
    className="itih-request"
    title={__(
      'The log of the answer service has this id on each line of the request.',
      'itih-rag-chat',
    )}
  >
    {__('Request', 'itih-rag-chat')} <code dir="ltr">{id}</code>
  </span>
);

interface ErrorNoticeProps {
  error: ApiError;
  onRetry?: () => void;
  /** Returns the name of a field by its path; absent: fields stand beside the notice. */
  nameOf?: (path: string) => string;
}

export function ErrorNotice({ error, onRetry, nameOf }: ErrorNoticeProps) {
  const retry = { label: __('Try again', 'itih-rag-chat'), variant: 'link' as const };
  const told = Object.entries(error.fields).map(([path, reason]) =>
    nameOf
      ? /* translators: 1: name of a field. 2: a sentence that says what is wrong with it. */
        sprintf(__('%1$s: %2$s', 'itih-rag-chat'), nameOf(path), reason)
      : reason,
  );
  const reasons = [...new Set(told)];
  return (
    <Notice status="error" actions={onRetry ? [{ ...retry, onClick: onRetry }] : []}>
      {error.message}
      {error.requestId && <RequestName id={error.requestId} />}
      {reasons.length > 0 && (
        <ul className="itih-notice__reasons">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
    </Notice>
  );
}

interface Props {
  title: string;
  /** Names the button that runs it. */
  action: string;
  isDestructive?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** Says what will be lost, or is to be chosen. */
  children: ReactNode;
}

export const ConfirmDialog = ({
  title,
  action,
  isDestructive = true,
  onConfirm,
  onClose,
  children,
}: Props) => (
  <Modal title={title} className="itih-dialog" onRequestClose={onClose}>
    {children}
    <div className="itih-dialog__buttons">
      <Button variant="tertiary" onClick={onClose}>
        {__('Cancel', 'itih-rag-chat')}
      </Button>
      <Button variant="primary" isDestructive={isDestructive} onClick={onConfirm}>
        {action}
      </Button>
    </div>
  </Modal>
);

/** A shell command, to be copied. */
export function Command({ text }: { text: string }) {
  const [copied, setCopied] = useState(false);
  // Browsers offer the clipboard only on secure pages.
  const clipboard = (navigator as Partial<Navigator>).clipboard;

  async function copy() {
    await clipboard?.writeText(text);
    setCopied(true);
  }

  return (
    <div className="itih-command">
      <code dir="ltr" tabIndex={0}>
        {text}
      </code>
      {clipboard && (
        <Button variant="secondary" onClick={() => void copy()}>
          {copied ? __('Copied', 'itih-rag-chat') : __('Copy', 'itih-rag-chat')}
        </Button>
      )}
    </div>
  );
}
