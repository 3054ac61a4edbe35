// MuJoCo: all contacts at once, which yield a little, by Newton's method, in double precision. It has no restitution:
// bodies do not bounce.
import loadMujoco, { type MainModule } from "@mujoco/mujoco";
import type { Model } from "../../../src/lab.ts";
import {
  bodySize,
  type Described,
  describeBody,
  describeEnvironment,
  type Engine,
  type Environment,
  type Motion,
} from "../../scenes/scene.ts";

export async function loadMuJoCo(): Promise<Engine> {
  const mujoco = await loadMujoco();
  return { name: `MuJoCo ${mujoco.mj_versionString()}`, create: (model) => create(mujoco, model) };
}

/** Numbers a free body has: of places 7, of velocities 6. */
const places = 7;
const speeds = 6;

function create(mujoco: MainModule, described: Model): Motion {
  const bodies = described.bodies.map((body) => describeBody(described, body));
  const model = mujoco.MjModel.from_xml_string(describeScene(bodies, describeEnvironment(described)));
  const data = new mujoco.MjData(model);
  const moving = bodies.filter(({ isMoving }) => isMoving);
  moving.forEach(({ velocity }, i) => {
    data.qvel.set(velocity, speeds * i);
  });
  return {
    settings: "Newton, yielding contacts",
    step() {
      mujoco.mj_step(model, data);
    },
    read(out) {
      const { qpos, qvel } = data;
      for (let i = 0; i < moving.length; i++) {
        const at = i * bodySize;
        out.set(qpos.subarray(places * i, places * (i + 1)), at);
        out.set(qvel.subarray(speeds * i, speeds * i + 3), at + 7);
        // It has angular velocities in the frames of the bodies.
        const [w, x, y, z] = qpos.subarray(places * i + 3, places * (i + 1));
        const [a, b, c] = qvel.subarray(speeds * i + 3, speeds * (i + 1));
        const [p, q, r] = [y * c - z * b, z * a - x * c, x * b - y * a];
        out.set(
          [a + 2 * (w * p + y * r - z * q), b + 2 * (w * q + z * p - x * r), c + 2 * (w * r + x * q - y * p)],
          at + 10,
        );
      }
    },
    free() {
      data.delete();
      model.delete();
    },
  };
}

function describeScene(bodies: readonly Described[], { weight, step, friction }: Environment): string {
  return `<mujoco>
    <size memory="400M"/>
    <option timestep="${step}" gravity="0 0 ${weight}"><flag autoreset="disable"/></option>
    <default><geom friction="${friction} 0.005 0.0001"/></default>
    <worldbody>${bodies.map(describeOne).join("")}</worldbody>
  </mujoco>`;
}

function describeOne({ isMoving, position, turn, kind, half, mass }: Described): string {
  const place = `pos="${position.join(" ")}" quat="${turn.join(" ")}"`;
  if (kind === "half space") return `<geom type="plane" size="0 0 1" ${place}/>`;
  const shape = `type="${kind === "sphere" ? "sphere" : "box"}" size="${half.join(" ")}"`;
  if (!isMoving) return `<geom ${shape} ${place}/>`;
  return `<body ${place}><freejoint/><geom ${shape} mass="${mass}"/></body>`;
}
