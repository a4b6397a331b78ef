import type { DocumentKind } from './model.ts';

/** A document as devices and services send it, to begin with. */
export interface Example {
  readonly name: string;
  readonly title: string;
  readonly kind: DocumentKind;
  readonly text: string;
}

export const EXAMPLES: readonly Example[] = [
  {
    name: 'inverter',
    title: 'Inverter',
    kind: 'json',
    text: `{
  "device_id": "INV-01",
  "manufacturer": "Example Solar",
  "rated_power-W": 10000,
  "latitude-deg": 41.178,
  "longitude-deg": -8.598,
  "records": [
    {
      "timestamp": "2026-03-01T11:00:00Z",
      "active_power-W": 4210.5,
      "frequency-Hz": 50.01,
      "PhVphA": 231.4,
      "dc_voltage-V": 612.0,
      "DCW": 4345.2,
      "TmpCab": 41.5
    },
    {
      "timestamp": "2026-03-01T11:05:00Z",
      "active_power-W": 4388.0,
      "frequency-Hz": 49.99,
      "PhVphA": 231.9,
      "dc_voltage-V": 610.5,
      "DCW": 4523.8,
      "TmpCab": 41.8
    }
  ]
}
`,
  },
  {
    name: 'battery',
    title: 'Battery',
    kind: 'json',
    text: `{
  "battery_id": "BESS-1",
  "storage_capacity-kWh": 10,
  "timestamp": "2026-03-01T12:11:07Z",
  "state_of_charge-percent": 67.5,
  "state_of_health-percent": 96.1,
  "battery_power-W": -1800,
  "battery_voltage-V": 51.8,
  "battery_temperature-degC": 25.3,
  "cycle_count": 412,
  "charge_status": "charging",
  "Consumption_W": 270,
  "Fac": 50.02
}
`,
  },
  {
    name: 'meter',
    title: 'Meter',
    kind: 'json',
    text: `{
  "meter_id": "1EXA0012345678",
  "metering_point_id": "PT0002000012345678AB",
  "contracted_power-kVA": 6.9,
  "temporal_resolution": "PT15M",
  "timestamp": ["2026-03-01T10:00:00Z", "2026-03-01T10:15:00Z", "2026-03-01T10:30:00Z"],
  "active_energy-kWh": [0.112, 0.108, 0.241],
  "voltage-V": [231.4, 231.9, 230.8],
  "1-0:1.8.0": [10458.210, 10458.318, 10458.559],
  "quality_flag": ["valid", "valid", "estimated"]
}
`,
  },
  {
    name: 'table',
    title: 'Table (CSV)',
    kind: 'csv',
    text: `timestamp,bidding_zone,day_ahead_price-EUR_per_MWh,Load_MW
2026-03-01T10:00:00Z,10YPT-REN------W,61.20,5210
2026-03-01T11:00:00Z,10YPT-REN------W,58.75,5344
2026-03-01T12:00:00Z,10YPT-REN------W,44.10,5298
`,
  },
];

/** The example of a name; null when there is none. */
export function findExample(name: string | null): Example | null {
  return EXAMPLES.find((example) => example.name === name) ?? null;
}
