import {
  Button as WordPressButton,
  CheckboxControl as WordPressCheckbox,
  ProgressBar,
  SelectControl as WordPressSelect,
  TextareaControl as WordPressTextarea,
  TextControl as WordPressText,
  ToggleControl as WordPressToggle,
} from '@wordpress/components';
import type { ComponentProps } from 'react';

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
