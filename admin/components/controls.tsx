import {
  Button as WordPressButton,
  ProgressBar,
  SelectControl as WordPressSelect,
  TextControl as WordPressText,
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
const newField = knowsNewLook ? { ...newSize, __nextHasNoMarginBottom: true } : {};

type ButtonProps = ComponentProps<typeof WordPressButton>;
type SelectProps = ComponentProps<typeof WordPressSelect>;
type TextProps = ComponentProps<typeof WordPressText>;

export const Button = (props: ButtonProps) => <WordPressButton {...props} {...newSize} />;

export const SelectControl = (props: SelectProps) => <WordPressSelect {...props} {...newField} />;

export const TextControl = (props: TextProps) => <WordPressText {...props} {...newField} />;
