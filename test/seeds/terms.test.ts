import { beforeAll, describe, expect, test } from 'vitest';
import type { Template } from '../../src/mapping/lexicon/lexicon.ts';
import { listTemplateRows } from '../../src/vocabulary/terms.ts';
import type { Term, Vocabulary } from '../../src/vocabulary/vocabulary.ts';
import { seededVocabulary } from '../vocabulary/seeded.ts';
import { readFixture, readSample } from '../support/fixtures.ts';

let vocabulary: Vocabulary;
let terms: Term[];
beforeAll(async () => {
  vocabulary = await seededVocabulary();
  terms = [...vocabulary.terms.values()];
});

const named = (names: string) => names.split(' ');
const template = (name: string): Template => vocabulary.lexicon.terms.get(name)?.template ?? [];
const objects = (of: Template, predicate: string) => of.find(([cited]) => cited === predicate)?.[1] ?? [];
const kindOf = (term: Term) =>
  (term.quantityKind ?? '')
    .replace('http://qudt.org/vocab/quantitykind/', 'quantitykind:')
    .replace('https://hub.example/vocabulary/quantitykind/', 'vquantitykind:');

describe('the terms', () => {
  test('cover the keys of the sample documents, all but those that are no terms', () => {
    const lines = readFixture('sample-keys.tsv').trim().split('\n').slice(1);
    expect(lines).toHaveLength(12);
    for (const line of lines) {
      const [file = '', , , count, notTerms = ''] = line.split('\t');
      const keys = keysOf(JSON.parse(readSample(file)));
      const unknown = [...keys].filter((key) => !vocabulary.terms.has(key));
      expect(unknown.toSorted(), file).toEqual(notTerms.split('; ').toSorted());
      expect(keys.size - unknown.length, file).toBe(Number(count));
    }
  });

  test('are those of the list, in categories that all have some', () => {
    const listed = readFixture('vocabulary/terms.tsv')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t'));
    expect(terms.map((term) => [term.name, term.category]).toSorted()).toEqual(
      listed.map((row) => [row[0], row[1]]).toSorted(),
    );
    expect([...new Set(terms.map((term) => term.category))].toSorted()).toEqual(
      vocabulary.categories.map((category) => category.name),
    );
  });

  test('differ in more than case, which tells mW from MW', () => {
    const names = terms.map(({ name }) => name.replace(/^[^-]*/, (quantity) => quantity.toLowerCase()));
    expect(new Set(names).size).toBe(terms.length);
    expect(new Set(terms.map((term) => term.label)).size).toBe(terms.length);
  });

  test('have a unit where the name says so, and no unit without a quantity kind', () => {
    const dimensionless = /\/unit\/(UNITLESS|NUM)$/;
    for (const term of terms) {
      if (term.name.includes('-')) expect(term.unit ?? 'none', term.name).not.toMatch(/^none$|\/unit\/(UNITLESS|NUM)$/);
      else if (term.unit !== null) expect(term.unit, term.name).toMatch(dimensionless);
      if (term.unit !== null) expect(term.quantityKind, term.name).not.toBeNull();
    }
  });

  test('give each unit suffix one unit', () => {
    const bySuffix = new Map<string, Set<string | null>>();
    for (const { name, unit } of terms) {
      const suffix = /-(.*)/.exec(name)?.[1];
      if (suffix !== undefined) bySuffix.set(suffix, (bySuffix.get(suffix) ?? new Set()).add(unit));
    }
    expect([...bySuffix].filter(([, units]) => units.size !== 1)).toEqual([]);
    expect([...(bySuffix.get('EUR_per_MWh') ?? [])]).toEqual(['https://hub.example/vocabulary/unit/EUR-PER-MegaW-HR']);
  });

  test('have examples in the lexical space of their datatypes', () => {
    const spaces: Record<string, RegExp> = {
      'xsd:double': /^-?\d+(\.\d+)?$/,
      'xsd:decimal': /^-?\d+(\.\d+)?$/,
      'xsd:integer': /^-?\d+$/,
      'xsd:dateTimeStamp': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/,
      'xsd:dateTime': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/,
      'xsd:date': /^\d{4}-\d\d-\d\d$/,
      'xsd:duration': /^P(\d+Y)?(\d+M)?(\d+D)?(T(\d+H)?(\d+M)?(\d+S)?)?$/,
      'xsd:anyURI': /^https:\/\/\S+$/,
      'xsd:boolean': /^(true|false)$/,
      'xsd:gYear': /^\d{4}$/,
      'xsd:gYearMonth': /^\d{4}-\d\d$/,
      'geo:wktLiteral': /^(POINT|LINESTRING|POLYGON) ?\([-\d., ()]+\)$/,
      'xsd:string': /./,
    };
    for (const term of terms)
      expect(term.example, `${term.name} ${term.datatype}`).toMatch(spaces[term.datatype] ?? /^never$/);
  });
});

describe('the datatypes', () => {
  const withDatatype = (datatype: string) =>
    terms.filter((term) => term.datatype === datatype).map((term) => term.name);

  test('give every instant a zone, but local ones', () => {
    expect(withDatatype('xsd:dateTime')).toEqual(named('local_timestamp'));
    expect(withDatatype('xsd:dateTimeStamp')).toEqual(
      named(
        'creation_time departure_time earliest_start end_time issue_time last_updated latest_end plug_in_time plug_out_time result_time start_time target_time timestamp utc_timestamp valid_from valid_until',
      ),
    );
  });

  test('keep money, prices, registers and counts exact', () => {
    const money = terms.filter((term) => /:(CostPer|Currency)/.test(kindOf(term)));
    expect(money.length).toBeGreaterThan(5);
    for (const term of money) expect(term.datatype, term.name).toBe('xsd:decimal');
    // What meters of electricity count, and what an area generated of each source, are exact by their names.
    const counted = terms.filter((term) => /^((re)?active|apparent)_energy|_production-/.test(term.name));
    expect(counted.length).toBeGreaterThan(20);
    for (const term of counted) expect(term.datatype, term.name).toBe('xsd:decimal');
    const others = terms.filter(
      (term) => term.datatype === 'xsd:decimal' && !money.includes(term) && !counted.includes(term),
    );
    expect([...new Set(others.map((term) => term.name.replace(/-.*/, '')))].toSorted()).toEqual(
      named(
        'activated_energy activated_energy_down activated_energy_up appliance_energy area_consumption consumption consumption_day consumption_total cooling_energy cooling_energy_register cycle_count dc_energy dc_energy_absorbed energy_charged energy_charged_register energy_day energy_delivered energy_discharged energy_discharged_register energy_last_7_days energy_month energy_total energy_year gas_volume gas_volume_interval grid_export_energy_day grid_import_energy_day heat_energy heat_energy_register imbalance_volume meter_reading net_imbalance_volume operating_hours production quantile residual_load_energy shared_energy sharing_coefficient standard_deviation tax_rate traded_volume traded_volume_buy traded_volume_sell value vehicle_energy_charged vehicle_energy_discharged water_volume water_volume_register',
      ),
    );
    expect(withDatatype('xsd:integer')).toEqual(
      named(
        'customers_affected dc_input_count ensemble_member is_day load_control_level long_power_failure_count missing_count module_count occupant_count phase_count power_failure_count rapid_voltage_change_count sample_count settlement_period short_power_failure_count tap_position tap_position_max tap_position_min tap_position_neutral unix_end_time-ms unix_end_time-s unix_timestamp-ms unix_timestamp-s voltage_sag_count voltage_sag_count_l1 voltage_sag_count_l2 voltage_sag_count_l3 voltage_swell_count voltage_swell_count_l1 voltage_swell_count_l2 voltage_swell_count_l3 weather_code',
      ),
    );
  });

  test('make every other quantity a double', () => {
    const quantities = terms.filter(
      (term) => term.quantityKind !== null && !/xsd:(decimal|integer)/.test(term.datatype),
    );
    expect(quantities.length).toBeGreaterThan(100);
    for (const term of quantities) expect(term.datatype, term.name).toBe('xsd:double');
  });
});

describe('the templates', () => {
  test('make time keys of instants and of nothing else', () => {
    const isTimeKey = ({ name, rows }: Term) =>
      rows.some(
        ({ predicate, object }) =>
          object === 'time:Instant' ||
          (/^time:inXSD(DateTimeStamp|DateTime|Date)$/.test(predicate) && object === `$${name}`),
      );
    expect(terms.filter(isTimeKey).map((term) => term.name)).toEqual(
      named('date local_timestamp month target_time timestamp unix_timestamp-ms unix_timestamp-s utc_timestamp year'),
    );
  });

  test('are missing where no model fits, or where what a value says belongs to an entity beside it', () => {
    const without = terms.filter((term) => term.rows.length === 0).map((term) => term.name);
    const rows = [...terms.flatMap((term) => term.rows), ...[...vocabulary.nodes.values()].flat()];
    const beside = without.filter((name) => rows.some(({ object }) => object === `$${name}`));
    const nowhere = without.filter((name) => !beside.includes(name));
    expect(beside).toEqual(
      named(
        'construction_year departure_time description firmware_version interruptible issue_time manufacturer model serial_number title unit valid_from valid_until version',
      ),
    );
    expect(nowhere).toEqual(
      named(
        'balancing_direction comment creation_time district ensemble_member flow_direction last_updated license load_control_level market_time_unit phase price_level price_period reading_context result_time source temporal_resolution v2g_enabled',
      ),
    );
  });

  test('follow one pattern for all measured and forecast values', () => {
    const measured = terms.filter(
      (term) => objects(template(term.name), 'sosa:hasResult').length > 0 && term.unit !== null,
    );
    expect(measured.length).toBeGreaterThan(90);
    for (const term of measured) {
      const own = template(term.name);
      const node = `${term.name.replaceAll(/[^A-Za-z0-9]/g, '_')}_result`;
      const isForecast = objects(own, 'dcterms:type').includes('oeo:OEO_00010411');
      expect(isForecast, term.name).toBe(term.category === 'forecast' || /_forecast-/.test(term.name));
      // What is reckoned rather than measured says as what it is meant.
      const isReckoned = isForecast || objects(own, 's4ener:hasUsage').length > 0;
      expect(objects(own, 'rdf:type'), term.name).toEqual([
        ...(isReckoned ? ['s4ener:DataPoint'] : []),
        'sosa:Observation',
      ]);
      expect(objects(own, 'sosa:observedProperty'), term.name).toEqual([`vocab:${term.name}`]);
      // SSN: one feature of interest, one sensor.
      expect(objects(own, 'sosa:hasFeatureOfInterest').length, term.name).toBeLessThan(2);
      expect(objects(own, 'sosa:hasResult'), term.name).toEqual([`?${node}`]);
      if (isForecast) expect(objects(own, 'prov:wasAssociatedWith'), term.name).toEqual(['@forecaster_id']);
      else if (!isReckoned) {
        const makers = [...objects(own, 'sosa:madeBySensor'), ...objects(own, 'prov:wasAssociatedWith')];
        expect(makers, term.name).toEqual(expect.arrayContaining(['@device_id', '@meter_id', '@sensor_id']));
        expect(objects(own, 'sosa:madeBySensor'), term.name).toHaveLength(1);
      }
      // An observation is an activity, which PROV keeps apart from entities.
      for (const predicate of ['prov:wasAttributedTo', 'prov:generatedAtTime'])
        expect(objects(own, predicate), term.name).toEqual([]);
      expect(vocabulary.lexicon.nodes.get(node), term.name).toEqual([
        ['rdf:type', ['qudt:QuantityValue']],
        ['qudt:hasQuantityKind', [kindOf(term)]],
        ['qudt:numericValue', [`$${term.name}`]],
        ['qudt:value', [`$${term.name}`]],
        ['qudt:hasUnit', [unitName(term)]],
      ]);
    }
  });

  test('state every other quantity as a quantity value with its kind and unit', () => {
    const stated = terms.filter(
      (term) => term.unit !== null && objects(template(term.name), 'qudt:numericValue').length > 0,
    );
    expect(stated.length).toBeGreaterThan(20);
    for (const term of stated) {
      const own = template(term.name);
      expect(objects(own, 'rdf:type')[0], term.name).toBe('qudt:QuantityValue');
      expect(objects(own, 'qudt:hasQuantityKind'), term.name).toEqual([kindOf(term)]);
      expect(objects(own, 'qudt:numericValue'), term.name).toEqual([`$${term.name}`]);
      expect(objects(own, 'qudt:hasUnit'), term.name).toEqual([unitName(term)]);
    }
  });

  test('leave no quantity but coordinates and Unix times without a number', () => {
    const others = named(
      'altitude-m latitude-deg longitude-deg quantile unix_end_time-ms unix_end_time-s unix_timestamp-ms unix_timestamp-s',
    );
    const numbers = terms.filter((term) => term.unit !== null && !others.includes(term.name));
    for (const { name } of numbers) {
      const rows = listTemplateRows(vocabulary, name).filter((row) => row.predicate === 'qudt:numericValue');
      expect(
        rows.map((row) => row.object),
        name,
      ).toEqual([`$${name}`]);
    }
  });

  test('say of every entity that they cite what it is and what it is called', () => {
    const cited = new Set(
      terms.flatMap((term) => term.rows).flatMap(({ object }) => (object.startsWith('@') ? [object.slice(1)] : [])),
    );
    expect([...cited]).toEqual(
      expect.arrayContaining(named('asset_id bidding_zone building_id feeder_id forecaster_id household_id meter_id')),
    );
    for (const name of cited) {
      const rows = vocabulary.terms.get(name)?.rows ?? [];
      expect(rows[0]?.predicate, name).toBe('rdf:type');
      expect(
        rows.map((row) => row.object),
        name,
      ).toContain(`$${name}`);
    }
  });

  test('make every identifier an entity that bears it', () => {
    const identifiers = terms.filter((term) => /_id$|^(eic_code|mrid)$/.test(term.name));
    expect(identifiers.length).toBeGreaterThan(25);
    for (const { name, rows } of identifiers) {
      expect(rows[0]?.predicate, name).toBe('rdf:type');
      expect(
        rows.filter((row) => row.object === `$${name}`).map((row) => row.predicate),
        name,
      ).toContain('dcterms:identifier');
    }
  });

  test('cite nodes that are described, and describe no node that nothing cites', () => {
    const rows = [...terms.flatMap((term) => term.rows), ...[...vocabulary.nodes.values()].flat()];
    const cited = new Set(rows.flatMap(({ object }) => (object.startsWith('?') ? [object.slice(1)] : [])));
    expect([...cited].toSorted()).toEqual([...vocabulary.nodes.keys()]);
    expect([...vocabulary.nodes].filter(([, described]) => described.length === 0)).toEqual([]);
  });

  test('give quantile forecasts their level', () => {
    for (const level of named('05 10 25 50 75 90 95')) {
      expect(objects(template(`forecast_q${level}-kW`), 'hub:quantileLevel')).toEqual([`vquantile:q${level}`]);
    }
  });
});

function unitName(term: Term): string {
  return (term.unit ?? '')
    .replace('http://qudt.org/vocab/unit/', 'unit:')
    .replace('https://hub.example/vocabulary/unit/', 'vunit:');
}

function keysOf(value: unknown, keys = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const item of value) keysOf(item, keys);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) keysOf(inner, keys.add(key));
  }
  return keys;
}
