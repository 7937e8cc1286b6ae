// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {MeterStatus} from "../../src/Meter.sol";
import {IMeterEscrow} from "../../src/IMeterEscrow.sol";
import {MeterEscrow} from "../../src/MeterEscrow.sol";

/// @notice A contract that is payer and operator at once and, asked for its signature, tries calls of its own instead
/// of looking at it. It accepts only when the escrow refused all of them for being entered.
contract CallbackWallet {
    MeterEscrow private immutable _escrow;
    bytes[] private _calls;
    bytes32 private _watched;
    MeterStatus private _expected;

    constructor(MeterEscrow escrow) {
        _escrow = escrow;
    }

    /// @notice The calls to try, and the state that a meter has to show meanwhile.
    function prepare(bytes[] calldata calls, bytes32 watched, MeterStatus expected) external {
        delete _calls;
        for (uint256 i = 0; i < calls.length; i++) {
            _calls.push(calls[i]);
        }
        (_watched, _expected) = (watched, expected);
    }

    /// @notice Calls the escrow as the operator it is.
    function run(bytes calldata call) external {
        (bool success, bytes memory reason) = address(_escrow).call(call);
        if (success) return;
        assembly {
            revert(add(reason, 32), mload(reason))
        }
    }

    /// @dev Not declared as a view, as IERC1271 would have it.
    function isValidSignature(bytes32, bytes calldata) external returns (bytes4) {
        for (uint256 i = 0; i < _calls.length; i++) {
            (bool success, bytes memory reason) = address(_escrow).call(_calls[i]);
            if (
                success
                    || keccak256(reason)
                        != keccak256(abi.encodeWithSelector(IMeterEscrow.Reentered.selector, address(this)))
            ) {
                return 0xffffffff;
            }
        }
        return _escrow.state(_watched).status == _expected ? IERC1271.isValidSignature.selector : bytes4(0xffffffff);
    }
}
