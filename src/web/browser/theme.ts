// Loaded before anything is drawn: a page that was asked to be dark never flashes.
import { readScheme, showScheme } from './scheme.ts';

showScheme(readScheme());
