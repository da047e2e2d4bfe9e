import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ChatReply } from '../../../server/contract/chat.ts';
import type { Gap } from '../../../server/contract/gaps.ts';
import type { Settings } from '../../../server/contract/settings.ts';
import { until } from '../../fakes/wait.ts';
import { openVisitor } from '../wordpress/visitor.ts';
import { pluginComplaints, rest, stack, startSidecar, type Sidecar } from '../../stack.ts';
import { openAdminPage, type AdminPage } from './admin-page.ts';
