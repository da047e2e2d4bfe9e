import {
  Button as WordPressButton,
  SelectControl as WordPressSelect,
  TextControl as WordPressText,
} from '@wordpress/components';
import type { ComponentProps } from 'react';

/*
 * WordPress is changing the height and the margin of its controls: newer versions warn about the
 * old look, older ones do not know the properties that choose the new one.
 */

type ButtonProps = ComponentProps<typeof WordPressButton>;
type SelectProps = ComponentProps<typeof WordPressSelect>;
type TextProps = ComponentProps<typeof WordPressText>;

export const Button = (props: ButtonProps) => <WordPressButton {...props} __next40pxDefaultSize />;

export const SelectControl = (props: SelectProps) => (
  <WordPressSelect {...props} __next40pxDefaultSize __nextHasNoMarginBottom />
);

export const TextControl = (props: TextProps) => (
  <WordPressText {...props} __next40pxDefaultSize __nextHasNoMarginBottom />
);
