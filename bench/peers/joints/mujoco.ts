// MuJoCo: joints as coordinates, in double precision.
import loadMujoco, { type MainModule } from "@mujoco/mujoco";
import {
  type Chain,
  direction,
  type Engine,
  gravity,
  inertia,
  type Motion,
  mass,
  rodSize,
  step,
} from "../../joints/chain.ts";

export async function loadMuJoCo(): Promise<Engine> {
  const mujoco = await loadMujoco();
  return { name: "MuJoCo", version: mujoco.mj_versionString(), create: (chain) => create(mujoco, chain) };
}

function create(mujoco: MainModule, chain: Chain): Motion {
  const model = mujoco.MjModel.from_xml_string(describe(chain));
  const data = new mujoco.MjData(model);
  const velocity = new mujoco.DoubleBuffer(6);
  return {
    settings: `RK4, ${chain.joint} joints as coordinates`,
    step() {
      mujoco.mj_step(model, data);
    },
    read(rods) {
      // A step leaves places and velocities of bodies as they were in its last stage.
      mujoco.mj_forward(model, data);
      for (let i = 0; i < chain.links; i++) {
        const [body, at] = [i + 1, i * rodSize];
        const turned = data.ximat.subarray(9 * body, 9 * body + 9);
        rods.set(data.xipos.subarray(3 * body, 3 * body + 3), at);
        rods.set([turned[0], turned[3], turned[6]], at + 3);
        mujoco.mj_objectVelocity(model, data, mujoco.mjtObj.mjOBJ_BODY.value, body, velocity, 0);
        const [x, y, z, ...linear] = velocity.GetView();
        rods.set([...linear, x, y, z], at + 6);
      }
    },
    free() {
      velocity.delete();
      data.delete();
      model.delete();
    },
  };
}

/** A rod lies along the x axis of its body, which hangs in that of the rod before. No shapes: nothing to touch. */
function describe(chain: Chain): string {
  const { along, across } = inertia(chain);
  const [x, , z] = direction(chain);
  const axes = `xyaxes="${x} 0 ${z} 0 1 0"`;
  const rod = (i: number) => `
    <body ${i === 0 ? axes : `pos="${chain.length} 0 0"`}>
      <joint type="${chain.joint}" ${chain.joint === "hinge" ? 'axis="0 1 0"' : ""}/>
      <inertial pos="${chain.length / 2} 0 0" mass="${mass}" diaginertia="${along} ${across} ${across}"/>`;
  return `<mujoco>
    <compiler angle="radian"/>
    <option integrator="RK4" timestep="${step}" gravity="0 0 ${-gravity}">
      <flag contact="disable" autoreset="disable"/>
    </option>
    <worldbody>${Array.from({ length: chain.links }, (_, i) => rod(i)).join("")}
    ${"</body>".repeat(chain.links)}</worldbody>
  </mujoco>`;
}
