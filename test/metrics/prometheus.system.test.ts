import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readTable } from '../docs/read-documents.ts';
import { startHubProcess, type HubProcess } from '../support/hub-process.ts';
import { findProgram } from '../support/programs.ts';
import { PROMETHEUS_MISSING, startPrometheus, type PrometheusServer } from '../support/prometheus-server.ts';
import { freePort } from '../support/sparql-server.ts';

const DOCS = fileURLToPath(new URL('../../docs/', import.meta.url));
const FILES = `${DOCS}monitoring/`;
const run = promisify(execFile);

if (PROMETHEUS_MISSING !== null) process.stderr.write(`Skipped: ${PROMETHEUS_MISSING}\n`);

interface Dashboard {
  readonly panels: ReadonlyArray<{ readonly targets: ReadonlyArray<{ readonly expr: string }> }>;
}

/** The expressions of the dashboard as Grafana would send them. */
function expressionsOfDashboard(): string[] {
  const { panels } = JSON.parse(readFileSync(`${FILES}dashboard.json`, 'utf8')) as Dashboard;
  return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '1m')));
}

describe.skipIf(PROMETHEUS_MISSING !== null)('Prometheus', () => {
  let hub: HubProcess;
  let metricsUrl: string;
  let prometheus: PrometheusServer;
  beforeAll(async () => {
    const port = await freePort();
    metricsUrl = `http://127.0.0.1:${port}/metrics`;
    hub = await startHubProcess({ HUB_METRICS_PORT: String(port), HUB_RATE_LIMIT: '1000000' });
    prometheus = await startPrometheus(port);
  });
  afterAll(async () => {
    await prometheus?.stop();
    await hub?.stop();
  });

  test('reads the hub, and finds something behind each expression of the dashboard', async () => {
    await expect.poll(() => prometheus.query('up{job="vocabulary-hub"} == 1')).toHaveLength(1);
    const silent = async (): Promise<string[]> => {
      const response = await fetch(`${hub.url}/api/json-to-rdf`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{"active_power-kW":12.5}',
      });
      expect(response.status).toBe(200);
      const found = await Promise.all(
        expressionsOfDashboard().map(async (expression) => [expression, await prometheus.query(expression)] as const),
      );
      return found.filter(([, values]) => values.length === 0).map(([expression]) => expression);
    };
    await expect.poll(silent, { interval: 1_000 }).toEqual([]);
  });

  test('has the metrics that the documentation names, and no others', async () => {
    const text = await (await fetch(metricsUrl)).text();
    const told = [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name!);
    const documented = readTable(readFileSync(`${DOCS}monitoring.md`, 'utf8'), 'Metric').flatMap(([names]) =>
      names!.split(', '),
    );
    expect(told.toSorted()).toEqual(documented.toSorted());
  });

  test('finds no fault in the text, the rules, their tests and the configuration', async () => {
    const promtool = findProgram('promtool')!;
    const check = (...words: string[]) => run(promtool, words, { cwd: FILES });
    expect((await check('check', 'rules', 'alerts.yml')).stdout).toContain('SUCCESS');
    expect((await check('test', 'rules', 'alerts.test.yml')).stdout).toContain('SUCCESS');
    expect((await check('check', 'config', 'prometheus.yml')).stdout).toContain('SUCCESS');
    const metrics = run(promtool, ['check', 'metrics']);
    metrics.child.stdin!.end(await (await fetch(metricsUrl)).text());
    expect((await metrics).stdout).toBe('');
  });
});

test('each rule has a test', () => {
  const rules = readFileSync(`${FILES}alerts.yml`, 'utf8').matchAll(/- alert: (\w+)/g);
  const tested = readFileSync(`${FILES}alerts.test.yml`, 'utf8').matchAll(/- name: (Hub\w+)/g);
  expect([...tested].map(([, name]) => name)).toEqual([...rules].map(([, name]) => name));
});
